import { decodeAccountFacts } from '@/lib/solana/accounts/account-extensions';
import { readParsedTokenAccount } from '@/lib/solana/accounts/parsed-token-account';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-account';
import { isAddress, type SolanaAddress } from '@/lib/solana/address/address';
import type { OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { readAccount } from './read-accounts';

/**
 * Reads a row in a list of token accounts, `{ pubkey, account }`.
 * @param listOf the owner whose accounts are listed
 * @returns undefined if the row is malformed or has an invalid address
 */
export function readTokenAccountRow(row: unknown, listOf: SolanaAddress): OwnedTokenAccount | undefined {
  const { pubkey, account: value } = (row ?? {}) as { pubkey?: unknown; account?: unknown };
  const read = readTokenAccount(value, listOf);
  if (read === undefined || typeof pubkey !== 'string' || !isAddress(pubkey)) return undefined;
  const { programId, account, decimals, data } = read;
  const facts = data && programId === TOKEN_2022_PROGRAM ? decodeAccountFacts(data) : undefined;
  return { address: pubkey, programId, account, facts, lamports: lamportsOf(value), decimals };
}

/** Reads the lamports of an account; undefined if the transport has rounded them. */
function lamportsOf(account: unknown): bigint | undefined {
  const { lamports } = account as { lamports?: unknown };
  return Number.isSafeInteger(lamports)
    ? BigInt(lamports as number)
    : typeof lamports === 'bigint'
      ? lamports
      : undefined;
}

/**
 * Reads a token account, either parsed by the node or as bytes; returns undefined if it is malformed.
 * @param listOf the owner whose accounts are listed
 */
function readTokenAccount(
  value: unknown,
  listOf?: SolanaAddress,
): (Omit<OwnedTokenAccount, 'address'> & { data: Buffer | undefined }) | undefined {
  const { owner, data } = (value ?? {}) as { owner?: unknown; data?: unknown };
  if (!Array.isArray(data)) {
    const parsed = readParsedTokenAccount(data, listOf);
    if (parsed === undefined || owner !== TOKEN_PROGRAM) return undefined;
    return { programId: owner, account: parsed.account, decimals: parsed.decimals, data: undefined };
  }
  const raw = readAccount(value);
  const account = raw && decodeTokenAccount(raw.data);
  return raw && account && { programId: raw.owner, account, decimals: undefined, data: raw.data };
}
