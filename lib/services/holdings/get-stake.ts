import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { Ports } from '../ports';

/** Stake accounts for a page. Amounts are decimal strings. */
export type StakeOfOwner = Awaited<ReturnType<typeof getStake>>;

/** Lists the stake accounts that an owner can withdraw or delegate, or returns why they were not read. */
export async function getStake(
  { solana }: Pick<Ports, 'solana'>,
  owner: SolanaAddress,
  chainId: number,
  scope: RequestScope,
) {
  const scan = await solana.stakeAccounts(chainId, owner, scope);
  if (typeof scan === 'string') return { why: scan };
  let total = 0n;
  const accounts = scan.map(({ address, withdrawer, staker, validator, activation, lamports, lockup }) => {
    if (withdrawer === owner) total += lamports;
    return {
      ...{ address, withdrawer, staker, validator, activation },
      lamports: lamports.toString(),
      // Set if a lockup is in force: its end in seconds since 1970 and its epoch.
      ...(lockup && {
        lockup: { unixTimestamp: lockup.unixTimestamp.toString(), epoch: lockup.epoch.toString() },
      }),
    };
  });
  /** `lamports` is the sum of the accounts that the owner can withdraw. */
  return { accounts, lamports: total.toString() };
}
