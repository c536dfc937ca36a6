import { readParsedTokenAccount } from '@/lib/solana/accounts/parsed-token-account';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-account';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import { readAccount } from './account-reader';

/**
 * A token account as it was asked for: parsed by the node, or as bytes; undefined when it is neither.
 * @param listOf whose list it is in
 */
export function readTokenAccount(
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
