import * as z from 'zod/mini';
import { define, describe, orAbsent, orNull, wordOf } from '@/lib/json/describe';
import { SolanaAddress } from '@/lib/solana/address/address';
import { address, amount, lamports } from './holdings-fields';

/** Stake accounts in holdings, with `options.stake` (contract §3). Safe in the browser. */

const StakeItem = define('StakeItem', 'A stake account.', {
  address: address('The stake account.'),
  lamports: lamports.check(describe('Balance of the stake account in lamports.')),
  withdrawer: address('Address that can withdraw the stake.'),
  staker: address('Address that can delegate and deactivate the stake.'),
  validator: orNull(
    SolanaAddress,
    'Vote account that the stake is delegated to; null if it is not delegated.',
  ),
  delegatedLamports: orNull(lamports, 'Delegated part of `lamports`; null if it is not delegated.'),
  activation: wordOf(
    ['inactive', 'activating', 'active', 'deactivating'],
    'State of the stake in the current epoch. Stake that is not delegated is inactive.',
  ),
  activationEpoch: orNull(
    amount,
    'Epoch of the delegation; null if it is not delegated, or has been active since genesis.',
  ),
  deactivationEpoch: orNull(amount, 'Epoch of the deactivation; null if it was not deactivated.'),
  lockup: orNull(
    z.object({
      unixTimestamp: amount.check(describe('End of the lockup in seconds since 1970.')),
      epoch: amount.check(describe('Epoch in which the lockup ends; both must have passed.')),
      custodian: address('Address that can lift the lockup.'),
    }),
    'Lockup that prevents withdrawals; null if none is in force.',
  ),
});
export type StakeItem = z.infer<typeof StakeItem>;

export const stakeFields = {
  stake: orAbsent(
    z.nullable(z.array(StakeItem)),
    'With `stake`: stake accounts that the account can withdraw or only delegate, ordered by address; null if they could not be read (see `coverage`).',
  ),
  stakedLamports: orAbsent(
    z.nullable(lamports),
    'With `stake`: lamports of the stake accounts that the account can withdraw; null if they could not be read.',
  ),
};
