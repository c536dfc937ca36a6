import { describe, expect, it } from 'vitest';
import type { AccountKind } from '@/lib/solana/account-kind/account-kind';
import type { AccountReading } from '@/lib/solana/account-kind/account-reading';
import { chainTime, delegationWords, emptyListWords, kindWords } from './kind-words';

const reading = (account: AccountKind, over: Partial<AccountReading> = {}): AccountReading => ({
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

describe('kindWords', () => {
  it('is undefined for a plain wallet or an unknown account', () => {
    expect(kindWords(reading({ kind: 'wallet' }), true)).toBeUndefined();
    expect(emptyListWords(reading({ kind: 'wallet' }))).toBeUndefined();
    expect(emptyListWords(undefined)).toBeUndefined();
  });

  it('reports an address off the curve, with and without an account', () => {
    const told = [
      reading({ kind: 'wallet' }, { offCurve: true }),
      reading({ kind: 'nothing' }, { offCurve: true }),
    ];
    for (const each of told) expect(kindWords(each, true)?.says).toContain('off the curve');
  });

  it('says "holds nothing" only if that is known', () => {
    const nothing = reading({ kind: 'nothing' });
    expect(kindWords(nothing, true)?.says).toContain('holds nothing on this chain');
    expect(kindWords(nothing, false)?.says).not.toContain('holds nothing');
  });

  it('does not describe other kinds of account as an empty wallet', () => {
    for (const kind of ['sysvar', 'program-account', 'nothing'] as const) {
      const words = emptyListWords(reading({ kind }));
      expect(words?.title).not.toMatch(/^No (tokens|NFTs)/);
      expect(words?.says).not.toContain('holds no');
    }
  });
});

it('delegationWords describes the activation state', () => {
  const delegation = {
    voter: '',
    stake: 1n,
    activationEpoch: 5n,
    isOfGenesis: false,
    deactivationEpoch: null,
  };
  expect(delegationWords(delegation, 5n)).toMatch(/^Activating/);
  expect(delegationWords(delegation, 6n)).toBe('Active');
  expect(delegationWords(delegation, undefined)).toContain('could not be read');
});

it.each([
  [4_102_444_800n, '2100-01-01 00:00:00 UTC'],
  [-1n, '1969-12-31 23:59:59 UTC'],
  [9223372036854775807n, 'second 9223372036854775807'],
  [-9223372036854775808n, 'second -9223372036854775808'],
])('chainTime formats %s as %s', (seconds, text) => {
  expect(chainTime(seconds)).toBe(text);
});
