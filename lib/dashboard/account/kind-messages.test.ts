import { describe, expect, it } from 'vitest';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import type { AccountKind } from '@/lib/solana/account-description/account-kind';
import type { Delegation } from '@/lib/solana/account-description/stake-account';
import { delegationMessage, kindMessages } from './kind-messages';

const reading = (account: AccountKind, over: Partial<AccountDescription> = {}): AccountDescription => ({
  address: '',
  offCurve: false,
  owner: null,
  lamports: 0n,
  space: 0,
  account,
  token: undefined,
  programData: undefined,
  epoch: undefined,
  ...over,
});

describe('kindMessages', () => {
  it('kindMessages returns no message for a plain wallet', () => {
    expect(kindMessages(reading({ kind: 'wallet' }), true, 103)).toBeUndefined();
  });

  it('kindMessages says that an address off the curve has no private key, with and without an account', () => {
    const textOf = (kind: 'wallet' | 'nothing') =>
      kindMessages(reading({ kind }, { offCurve: true }), true, 103)?.text;
    expect(textOf('wallet')).toContain('No private key exists');
    expect(textOf('nothing')).toContain('No private key can exist for it');
  });

  it('kindMessages says that an account holds nothing only if the list is complete', () => {
    const nothing = reading({ kind: 'nothing' });
    expect(kindMessages(nothing, true, 103)?.text).toContain('holds nothing on Solana devnet');
    expect(kindMessages(nothing, false, 103)?.text).not.toContain('holds nothing');
  });
});

const delegation: Delegation = {
  voter: '',
  stake: 1n,
  activationEpoch: 5n,
  isOfGenesis: false,
  deactivationEpoch: null,
};

describe('kindMessages of a stake account', () => {
  const textOf = (change: object, epoch: bigint | undefined) =>
    kindMessages(
      reading(
        {
          kind: 'stake',
          stake: {
            state: 'delegated',
            staker: '',
            withdrawer: '',
            lockup: { unixTimestamp: 0n, epoch: 0n, custodian: '' },
            delegation,
            ...change,
          },
        },
        { epoch },
      ),
      false,
      103,
    )?.text;

  it.each([
    ['active', {}, 6n, 'deactivate it first'],
    ['delegated in an unknown epoch', {}, undefined, 'deactivate it first'],
    ['deactivating', { delegation: { ...delegation, deactivationEpoch: 7n } }, 7n, 'when this epoch ends'],
    ['deactivated', { delegation: { ...delegation, deactivationEpoch: 7n } }, 8n, 'withdrawn at any time'],
    ['not delegated', { state: 'initialized', delegation: null }, 8n, 'withdrawn at any time'],
    [
      'locked by time',
      { lockup: { unixTimestamp: 4_102_444_800n, epoch: 0n, custodian: '' } },
      8n,
      'It is locked',
    ],
    ['locked by epoch', { lockup: { unixTimestamp: 1n, epoch: 9n, custodian: '' } }, 8n, 'It is locked'],
  ])('says when the SOL of an account that is %s can be withdrawn', (_, change, epoch, said) => {
    expect(textOf(change, epoch)).toContain(said);
  });

  it.each([
    ['deactivated', { delegation: { ...delegation, deactivationEpoch: 7n } }],
    ['locked by epoch', { lockup: { unixTimestamp: 0n, epoch: 9n, custodian: '' } }],
  ])('says nothing about withdrawals of an account that is %s if the epoch is unknown', (_, change) => {
    expect(textOf(change, undefined)).toBe('Holds SOL for staking.');
  });
});

it('delegationMessage says whether a stake is activating, active or unknown', () => {
  expect(delegationMessage(delegation, 5n)).toMatch(/^Activating/);
  expect(delegationMessage(delegation, 6n)).toBe('Active');
  expect(delegationMessage(delegation, undefined)).toContain('could not be read');
});
