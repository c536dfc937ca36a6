import { describe, expect, it } from 'vitest';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import type { AccountKind } from '@/lib/solana/account-description/account-kind';
import { chainTime, delegationMessage, kindMessages } from './kind-messages';

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

it('delegationMessage says whether a stake is activating, active or unknown', () => {
  const delegation = {
    voter: '',
    stake: 1n,
    activationEpoch: 5n,
    isOfGenesis: false,
    deactivationEpoch: null,
  };
  expect(delegationMessage(delegation, 5n)).toMatch(/^Activating/);
  expect(delegationMessage(delegation, 6n)).toBe('Active');
  expect(delegationMessage(delegation, undefined)).toContain('could not be read');
});

it.each([
  [4_102_444_800n, '2100-01-01 00:00:00 UTC'],
  [-1n, '1969-12-31 23:59:59 UTC'],
  [9223372036854775807n, 'second 9223372036854775807'],
  [-9223372036854775808n, 'second -9223372036854775808'],
])('chainTime formats %s as %s', (seconds, text) => {
  expect(chainTime(seconds)).toBe(text);
});
