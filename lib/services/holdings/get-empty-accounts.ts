import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { isClosable } from '@/lib/solana/assemble-holdings';
import type { Ports } from '../ports';

/** The empty token accounts that an owner can close. */
export type EmptyAccounts = Awaited<ReturnType<typeof getEmptyAccounts>>;

/** Maximum number of entries in `accounts`. */
const MAX_LISTED = 200;

/** Finds the empty token accounts that an owner can close, and the lamports returned for closing all of them. */
export async function getEmptyAccounts(
  { solana }: Pick<Ports, 'solana'>,
  owner: SolanaAddress,
  chainId: number,
  scope: RequestScope,
) {
  const read = await solana.assets.tokenAccounts(chainId, {
    owner,
    withEmpty: true,
    limit: Number.MAX_SAFE_INTEGER,
    skip: 0,
    range: { isDescending: false },
    scope,
  });
  let total = 0n;
  const closable = (read?.accounts ?? []).flatMap((each) => {
    const { address, account, lamports } = each;
    if (lamports === undefined || !isClosable(each)) return [];
    total += lamports;
    return [{ address, mint: account.mint, lamports: lamports.toString() }];
  });
  return {
    count: closable.length,
    /** Lamports that closing all accounts returns, as a decimal string. */
    lamports: total.toString(),
    /** The first accounts, ordered by address. */
    accounts: closable.slice(0, MAX_LISTED),
  };
}
