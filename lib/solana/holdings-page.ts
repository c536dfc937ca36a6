import { createHmac, hash } from 'node:crypto';
import { constantTimeEqual } from '@/lib/constant-time-equal';
import { InvalidInputError } from '@/lib/errors';
import { isAddress, type SolanaAddress } from './address/address';
import { byMintThenAddress } from './item-order';
import { type Selection, selectionText } from './selection';

/** A position in the stable order of an account's items. */
export type Position = { mint: SolanaAddress; address: SolanaAddress };

/** A page of an account's items. */
export type HoldingsPage = {
  /** Maximum number of items, NFTs and tokens together. */
  limit: number;
  /** The last item of the previous page; undefined for the first page. */
  after?: Position | undefined;
  /** Slot of the first page, the minimum slot of later pages. */
  minSlot?: number | undefined;
};

/** The listing of a cursor, which is invalid for any other owner, chain or selection. */
export type CursorScope = { chainId: number; owner: SolanaAddress; selection: Selection };

const VERSION = '2';

const scopeHash = ({ chainId, owner, selection }: CursorScope) =>
  hash('sha256', `${chainId} ${owner} ${selectionText(selection)}`, 'hex').slice(0, 16);

/** Without a signature, a caller could invent a future slot, which would be requested again and again. */
const signature = (text: string, secret: string) =>
  createHmac('sha256', secret).update(`cursor ${text}`).digest('base64url').slice(0, 22);

/**
 * The cursor of the page after `position`.
 * @param secret known only to the instances of the service
 */
export function writeCursor(
  { mint, address }: Position,
  slot: number,
  scope: CursorScope,
  secret: string,
): string {
  const text = [VERSION, mint, address, slot, scopeHash(scope)].join('.');
  return `${text}.${signature(text, secret)}`;
}

/**
 * Reads a cursor.
 * @throws InvalidInputError `invalid-cursor` if its signature is wrong, `cursor-mismatch` if it has another scope
 */
export function readCursor(
  cursor: string,
  scope: CursorScope,
  secret: string,
): Required<Pick<HoldingsPage, 'after' | 'minSlot'>> {
  const [version, mint = '', address = '', slot = '', of, signed, ...more] = cursor.split('.');
  const minSlot = Number(slot);
  const sound =
    version === VERSION &&
    isAddress(mint) &&
    isAddress(address) &&
    Number.isSafeInteger(minSlot) &&
    minSlot >= 0 &&
    signed !== undefined &&
    constantTimeEqual(signed, signature(cursor.slice(0, cursor.lastIndexOf('.')), secret));
  if (!sound || more.length > 0)
    throw new InvalidInputError('invalid-cursor', 'Expected the nextCursor of an earlier answer', {}, PATH);
  if (of !== scopeHash(scope))
    throw new InvalidInputError(
      'cursor-mismatch',
      'The cursor belongs to another account, chain or selection',
      {},
      PATH,
    );
  return { after: { mint, address }, minSlot };
}

const PATH = 'options.cursor';

/** The items of a list after a position, in the stable order. */
export function inOrderAfter<T>(
  all: readonly T[],
  positionOf: (each: T) => Position,
  after: Position | undefined,
): T[] {
  return all
    .filter((each) => after === undefined || byMintThenAddress(positionOf(each), after) > 0)
    .sort((a, b) => byMintThenAddress(positionOf(a), positionOf(b)));
}
