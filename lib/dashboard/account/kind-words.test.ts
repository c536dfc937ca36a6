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

describe('an account in words', () => {
  it('has none where it is a plain wallet, or was not told', () => {
    expect(kindWords(reading({ kind: 'wallet' }), true)).toBeUndefined();
    expect(emptyListWords(reading({ kind: 'wallet' }))).toBeUndefined();
    expect(emptyListWords(undefined)).toBeUndefined();
  });

  it('says that an address is off the curve, with an account and without', () => {
    const told = [
      reading({ kind: 'wallet' }, { offCurve: true }),
      reading({ kind: 'nothing' }, { offCurve: true }),
    ];
    for (const each of told) expect(kindWords(each, true)?.says).toContain('off the curve');
  });

  it('says "holds nothing" only where that is known', () => {
    const nothing = reading({ kind: 'nothing' });
    expect(kindWords(nothing, true)?.says).toContain('holds nothing on this chain');
    expect(kindWords(nothing, false)?.says).not.toContain('holds nothing');
  });

  it('puts no empty wallet in place of the list of what is none', () => {
    for (const kind of ['sysvar', 'program-account', 'nothing'] as const) {
      const words = emptyListWords(reading({ kind }));
      expect(words?.title).not.toMatch(/^No (tokens|NFTs)/);
      expect(words?.says).not.toContain('holds no');
    }
  });
});

it('says how far a delegation has come', () => {
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
])('second %s of the chain is %s', (seconds, text) => {
  expect(chainTime(seconds)).toBe(text);
});
