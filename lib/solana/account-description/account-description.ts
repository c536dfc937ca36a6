import type { SolanaAddress } from '@/lib/solana/address/address';
import type { KnownMint } from '@/lib/solana/assemble-holdings';
import type { TokenList, WellKnown } from '@/lib/solana/token-list';
import { textWarnings, type Warning } from '@/lib/solana/warnings';
import type { AccountKind, ProgramData } from './account-kind';

/** Facts about a token, taken from its mint and metadata. */
export type TokenFacts = {
  decimals: number;
  /** "" if the token has no name. */
  name: string;
  symbol: string;
  uri: string;
  /** Warnings about the name or symbol, as in holdings. */
  warnings: Warning[];
  /** The well-known token whose symbol looks the same; set only with the warning `look-alike-symbol`. */
  looksLike: WellKnown | undefined;
  /** Whether the mint scales amounts, so that wallets show others than the raw ones with decimals. */
  isScaled?: true;
};

/** Returns the facts about a token from its mint and the token list, with the same names and warnings as in holdings. */
export function tokenFacts(
  address: SolanaAddress,
  { decimals, supply, metadata: found, scaling }: KnownMint,
  list: TokenList,
): TokenFacts {
  const metadata = typeof found === 'object' ? found : undefined;
  const listed = list.find(address);
  const name = metadata?.name || listed?.name || '';
  const symbol = metadata?.symbol || listed?.symbol || '';
  const warnings = textWarnings(name, symbol);
  const isFungible = decimals > 0 || supply !== 1n;
  const looksLike = isFungible && listed === undefined && symbol !== '' ? list.wellKnown(symbol) : undefined;
  if (looksLike !== undefined) warnings.push('look-alike-symbol');
  const facts = { decimals, name, symbol, uri: metadata?.uri ?? '', warnings, looksLike };
  return scaling === null ? facts : { ...facts, isScaled: true };
}

/**
 * Description of the account at an address. Facts that come from other accounts are undefined if they were not read.
 */
export type AccountDescription = {
  address: SolanaAddress;
  /** Whether the address is off the curve: it has no private key, and only a program can sign for it. */
  offCurve: boolean;
  /** Null if the account does not exist. */
  owner: SolanaAddress | null;
  lamports: bigint;
  /** Size of the account's data in bytes. */
  space: number;
  account: AccountKind;
  /** Facts about the token, for a mint or token account. */
  token: TokenFacts | undefined;
  /** The programdata account of an upgradeable program; null if that account was closed. */
  programData: ProgramData | null | undefined;
  /** The chain's current epoch; read only for stake accounts. */
  epoch: bigint | undefined;
};
