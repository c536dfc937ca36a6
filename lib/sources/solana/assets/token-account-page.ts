import type { ByteBudget } from '@/lib/promises/byte-budget';
import { MemoryReservation } from '@/lib/promises/byte-budget';
import { childScope } from '@/lib/promises/request-scope';
import { decodeAccountFacts } from '@/lib/solana/accounts/token-extensions';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-program';
import { isAddress, type SolanaAddress } from '@/lib/solana/address/address';
import type { OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import type { TokenAccountPage, TokenAccountsOptions } from '@/lib/solana/das/asset-source';
import { DAS_CURSOR, EVERYTHING, inOrderAfter, readCursor, writeCursor } from '@/lib/solana/holdings-page';
import { isTokenProgram } from '@/lib/solana/programs';
import { isInvalidParams, isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { type OwnedAccounts, readOwnedAccounts } from '../owned-accounts';
import { readAccounts, readValue } from '../read-accounts';
import type { SolanaChain } from '../solana-chain';

type PageOptions = TokenAccountsOptions & {
  chainId: number;
  memory: ByteBudget | undefined;
  cursorSecret: string;
};

/** Memory per listed token account, in bytes. */
const ACCOUNT_BYTES = 500;
/** Maximum number of accounts that `getTokenLargestAccounts` returns. A shorter list is complete. */
const MOST_LARGEST = 20;

/** Reads a page of token accounts; see `AssetSource.tokenAccounts`. */
export async function readTokenAccountPage(
  chain: SolanaChain,
  options: PageOptions,
): Promise<TokenAccountPage | undefined> {
  const { chainId, owner, mint, withEmpty, limit, cursor, skip, range, memory, cursorSecret } = options;
  const { isDescending, after, before } = range;
  const list = ` token-accounts ${JSON.stringify([mint, withEmpty, isDescending, after, before])}`;
  const listed = { chainId, owner: owner ?? mint ?? '', selection: EVERYTHING, list };
  const from = cursor === undefined ? undefined : readCursor(cursor, listed, cursorSecret, DAS_CURSOR);
  const box = childScope(options.scope);
  const held = new MemoryReservation(memory, box.scope.signal);
  try {
    const read =
      owner === undefined
        ? await accountsOfMint(chain, options, from?.minSlot)
        : await accountsOfOwner(chain, { ...options, owner }, from?.minSlot, held);
    if (read === undefined) return undefined;
    const wanted = read.accounts.filter(({ account }) => withEmpty || account.amount > 0n);
    const page = { after: from?.after, assets: { ...range, nftsOnly: false, isCounted: false } };
    const left = inOrderAfter(wanted, positionOf, page).slice(skip);
    const accounts = left.slice(0, limit);
    const last = accounts.at(-1);
    const slot = from?.minSlot ?? read.newestSlot;
    const nextCursor =
      last === undefined || accounts.length === left.length
        ? null
        : writeCursor(positionOf(last), slot, listed, cursorSecret);
    return { accounts, isConfidential: read.isConfidential, nextCursor, slot: read.oldestSlot };
  } finally {
    box.abort();
    held.release();
  }
}

/** Returns the position of a token account. The list is ordered only by address, so use the address as the mint too. */
const positionOf = ({ address }: OwnedTokenAccount) => ({ mint: address, address });

type Read = Omit<OwnedAccounts, 'lamports' | 'closable'>;

function accountsOfOwner(
  { transport }: SolanaChain,
  { owner, mint, withEmpty, scope }: PageOptions & { owner: SolanaAddress },
  minContextSlot: number | undefined,
  held: MemoryReservation,
): Promise<Read> {
  let accounts = 0;
  return readOwnedAccounts(transport, owner, scope, {
    mints: mint === undefined ? undefined : [mint],
    minContextSlot,
    withEmpty,
    onList: async (_list, count) => {
      accounts += count;
      await held.hold(accounts * ACCOUNT_BYTES, accounts * ACCOUNT_BYTES);
    },
  });
}

/**
 * Lists all accounts of a mint. Nodes return only the largest 20, so the result is undefined if the mint may have more,
 * or if the node refuses the call.
 */
async function accountsOfMint(
  { transport }: SolanaChain,
  { mint = '', scope }: PageOptions,
  minContextSlot: number | undefined,
): Promise<Read | undefined> {
  const accept = (answer: unknown) => {
    const { slot, value } = readValue(answer);
    const isNew = slot >= (minContextSlot ?? 0);
    return Array.isArray(value) && isNew ? { slot, rows: value as unknown[] } : undefined;
  };
  const largest = await transport('getTokenLargestAccounts', [mint, {}], scope, {
    accept,
  }).catch((thrown: unknown) => {
    // Invalid params: the address is not a mint.
    if (isInvalidParams(thrown)) return { slot: 0, rows: [] };
    // Many nodes refuse this call.
    if (isUpstreamCallError(thrown)) return undefined;
    throw thrown;
  });
  if (largest === undefined || largest.rows.length >= MOST_LARGEST) return undefined;
  const { slot, rows } = largest;
  const addresses = rows.flatMap((row) => {
    const { address } = (row ?? {}) as { address?: unknown };
    return typeof address === 'string' && isAddress(address) ? [address] : [];
  });
  const slots = [slot];
  const context = {
    transport,
    scope,
    minContextSlot: slot || undefined,
    onSlot: (at: number) => slots.push(at),
  };
  const read = await readAccounts(addresses, true, context);
  const accounts = [...read].flatMap(([address, account]): OwnedTokenAccount[] => {
    if (typeof account !== 'object' || account === null) return [];
    const decoded = isTokenProgram(account.owner) ? decodeTokenAccount(account.data) : undefined;
    const facts = decodeAccountFacts(account.data);
    return decoded?.mint === mint ? [{ address, programId: account.owner, account: decoded, facts }] : [];
  });
  const isConfidential = accounts.some(({ facts }) => facts?.confidential);
  return { accounts, isConfidential, oldestSlot: Math.min(...slots), newestSlot: Math.max(...slots) };
}
