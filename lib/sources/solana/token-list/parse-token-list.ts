import { isAddress } from '@/lib/solana/address/address';
import { MAINNET_CHAIN_ID } from '@/lib/solana/programs';
import { type ListedToken, type TokenList, tokenList } from '@/lib/solana/token-list';

/** Token lists by chain id, and the date given in the text (`YYYY-MM-DD`), if any. */
export type ParsedLists = { byChain: ReadonlyMap<number, TokenList>; date: string | undefined };

/** Maximum length of a name or symbol. */
const MAX_TEXT = 200;

/**
 * Parses the Token Lists format (`{ timestamp, tokens: [{ chainId, address, name, symbol, logoURI, decimals }] }`) or
 * Jupiter's format for mainnet (`[{ id, name, symbol, icon, decimals }]`). Entries without a valid address are left
 * out.
 * @throws Error if the text has neither format or no valid entry
 */
export function parseTokenList(text: string): ParsedLists {
  const parsed: unknown = JSON.parse(text);
  const { tokens, timestamp } = (parsed ?? {}) as { tokens?: unknown; timestamp?: unknown };
  const isJupiter = Array.isArray(parsed);
  const given = isJupiter ? parsed : tokens;
  if (!Array.isArray(given))
    throw new Error('Token list: expected an array of tokens, or an object with an array "tokens"');
  const entries = new Map<number, [string, ListedToken][]>();
  for (const token of given as unknown[]) {
    if (typeof token !== 'object' || token === null) continue;
    const entry = isJupiter ? jupiterEntry(token as Json) : listEntry(token as Json);
    if (typeof entry.chainId !== 'number' || typeof entry.mint !== 'string' || !isAddress(entry.mint))
      continue;
    const list = entries.get(entry.chainId) ?? [];
    list.push([entry.mint, listedToken(token as Json, entry.logo)]);
    entries.set(entry.chainId, list);
  }
  if (entries.size === 0) throw new Error('Token list: no entry has a valid address');
  return {
    byChain: new Map([...entries].map(([chainId, list]) => [chainId, tokenList(list)])),
    date: typeof timestamp === 'string' ? isoDay(timestamp) : undefined,
  };
}

type Json = Readonly<Record<string, unknown>>;
type Entry = { chainId: unknown; mint: unknown; logo: unknown };

const jupiterEntry = ({ id, icon }: Json): Entry => ({
  chainId: MAINNET_CHAIN_ID,
  mint: id,
  logo: icon,
});

const listEntry = ({ chainId, address, logoURI }: Json): Entry => ({ chainId, mint: address, logo: logoURI });

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

/** Returns the UTC date of a time in any format that `Date` accepts; undefined for any other text. */
export function isoDay(time: string | number | Date): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}
