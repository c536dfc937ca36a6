import { readParsedTokenAccount } from '@/lib/solana/accounts/parsed-token-account';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-account';
import type { OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import { readAccount } from './account-reader';

/** A token account as it was asked for: parsed by the node, or as bytes; undefined when it is neither. */
export function readTokenAccount(
  value: unknown,
): (Omit<OwnedTokenAccount, 'address'> & { data: Buffer | undefined }) | undefined {
  const { owner, data } = (value ?? {}) as { owner?: unknown; data?: unknown };
  if (!Array.isArray(data)) {
    const parsed = readParsedTokenAccount(data);
    if (parsed === undefined || owner !== TOKEN_PROGRAM) return undefined;
    return { programId: owner, account: parsed.account, decimals: parsed.decimals, data: undefined };
  }
  const raw = readAccount(value);
  const account = raw && decodeTokenAccount(raw.data);
  return raw && account && { programId: raw.owner, account, decimals: undefined, data: raw.data };
}
