import type { Mint } from '@/lib/solana/accounts/mint';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { TokenList, WellKnown } from '@/lib/solana/token-list';
import { textWarnings, type Warning } from '@/lib/solana/warnings';
import type { AccountKind } from './account-kind';
import type { ProgramData } from './loader-account';

/** What a mint says of its token, with its metadata where it has some. */
export type TokenFacts = {
  decimals: number;
  /** "" when nothing names it. */
  name: string;
  symbol: string;
  uri: string;
  /** Why its name or symbol may mislead, as in holdings. */
  warnings: Warning[];
  /** The well-known token that its symbol looks like; only where that is warned of. */
  looksLike: WellKnown | undefined;
};

/** The facts of a token by its mint, what names it, and the token list: the same names and warnings as in holdings. */
export function tokenFacts(
  address: SolanaAddress,
  { decimals, supply }: Mint,
  metadata: { name: string; symbol: string; uri: string } | undefined,
  list: TokenList,
): TokenFacts {
  const listed = list.find(address);
  const name = metadata?.name || listed?.name || '';
  const symbol = metadata?.symbol || listed?.symbol || '';
  const warnings = textWarnings(name, symbol);
  const isFungible = decimals > 0 || supply !== 1n;
  const looksLike = isFungible && listed === undefined && symbol !== '' ? list.wellKnown(symbol) : undefined;
  if (looksLike !== undefined) warnings.push('look-alike-symbol');
  return { decimals, name, symbol, uri: metadata?.uri ?? '', warnings, looksLike };
}

/** What an address leads to on one chain. Facts that come from other accounts are undefined where they were not read. */
export type AccountReading = {
  address: SolanaAddress;
  /** It is no point of the curve: no private key exists for it, a program alone can act for it. */
  offCurve: boolean;
  /** Null where there is no account. */
  owner: SolanaAddress | null;
  lamports: bigint;
  /** How many bytes of data it has. */
  space: number;
  account: AccountKind;
  /** Of a mint, and of the mint of a token account. */
  token: TokenFacts | undefined;
  /** Of an upgradeable program; null: it was closed. */
  programData: ProgramData | null | undefined;
  /** The chain's epoch, read for stake accounts. */
  epoch: bigint | undefined;
};
