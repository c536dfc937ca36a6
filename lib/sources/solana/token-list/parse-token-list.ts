import { isAddress } from '@/lib/solana/address/address';
import { MAINNET_CHAIN_ID } from '@/lib/solana/programs';
import { type ListedToken, type TokenList, tokenList } from '@/lib/solana/token-list';

/** Token lists by chain id, and the date of the lists (`YYYY-MM-DD`). */
export type DatedLists = { byChain: ReadonlyMap<number, TokenList>; date: string };

/** Maximum length of a name or symbol. */
const MAX_TEXT = 200;

/**
 * Parses the Token Lists format (`{ timestamp, tokens: [{ chainId, address, name, symbol, logoURI, decimals }] }`) or
 * Jupiter's format for mainnet (`[{ id, name, symbol, icon, decimals }]`). Entries without a valid address are left
 * out.
 * @param times times from which the date is taken if the text has no valid `timestamp`; the first valid one counts
 * @throws Error if the text has neither format or no valid entry
 */
export function parseTokenList(text: string, ...times: unknown[]): DatedLists {
  const parsed: unknown = JSON.parse(text);
  const { tokens, timestamp } = (parsed ?? {}) as { tokens?: unknown; timestamp?: unknown };
  const isJupiter = Array.isArray(parsed);
  const given = isJupiter ? parsed : tokens;
  if (!Array.isArray(given))
    throw new Error('Token list: expected an array of tokens, or an object with an array "tokens"');
  const entries = new Map<number, [string, ListedToken][]>();
  for (const each of given as unknown[]) {
    if (typeof each !== 'object' || each === null) continue;
    const token = each as Json;
    const chainId = isJupiter ? MAINNET_CHAIN_ID : token.chainId;
    const mint = isJupiter ? token.id : token.address;
    if (typeof chainId !== 'number' || typeof mint !== 'string' || !isAddress(mint)) continue;
    const list = entries.get(chainId) ?? [];
    list.push([mint, listedToken(token, isJupiter ? token.icon : token.logoURI)]);
    entries.set(chainId, list);
  }
  if (entries.size === 0) throw new Error('Token list: no entry has a valid address');
  return {
    byChain: new Map([...entries].map(([chainId, list]) => [chainId, tokenList(list)])),
    date: [timestamp, ...times].map(isoDay).find((day) => day !== '') ?? '',
  };
}

type Json = Readonly<Record<string, unknown>>;

function listedToken({ name, symbol, decimals }: Json, logo: unknown): ListedToken {
  return {
    name: textOf(name),
    symbol: textOf(symbol),
    image: typeof logo === 'string' && /^https:\/\//i.test(logo) ? logo : '',
    // The operator chose the list, so all of its symbols count as well known.
    wellKnown: true,
    ...(isDecimals(decimals) ? { decimals } : {}),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : '');

/** Checks that a value can be a mint's decimals, which are one byte. */
const isDecimals = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;

/** Returns the UTC date of a `Date`, or of a text in any format that `Date` accepts; "" for anything else. */
function isoDay(time: unknown): string {
  const date = new Date(typeof time === 'string' || time instanceof Date ? time : Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
