import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { StakeScan } from '@/lib/solana/solana-source';
import type { StakeItem } from '@/lib/solana/stake';
import type { Ports } from '../ports';

/** Stake accounts for a page. Amounts are decimal strings. */
export type StakeOfOwner =
  | { why: Extract<StakeScan, string> }
  | {
      accounts: (Pick<StakeItem, 'address' | 'withdrawer' | 'staker' | 'validator' | 'activation'> & {
        lamports: string;
        /** Set if a lockup is in force: its end in seconds since 1970 and its epoch. */
        lockup?: { unixTimestamp: string; epoch: string };
      })[];
      /** Sum of the accounts that the owner can withdraw. */
      lamports: string;
    };

/** Lists the stake accounts that an owner can withdraw or delegate, or returns why they were not read. */
export async function getStake(
  { solana }: Pick<Ports, 'solana'>,
  owner: SolanaAddress,
  chainId: number,
  scope: RequestScope,
): Promise<StakeOfOwner> {
  const scan = await solana.stakeAccounts(chainId, owner, scope);
  if (typeof scan === 'string') return { why: scan };
  let total = 0n;
  const accounts = scan.map(({ address, withdrawer, staker, validator, activation, lamports, lockup }) => {
    if (withdrawer === owner) total += lamports;
    return {
      ...{ address, withdrawer, staker, validator, activation },
      lamports: lamports.toString(),
      ...(lockup && {
        lockup: { unixTimestamp: lockup.unixTimestamp.toString(), epoch: lockup.epoch.toString() },
      }),
    };
  });
  return { accounts, lamports: total.toString() };
}
