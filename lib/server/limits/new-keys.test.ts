import { describe, expect, it } from 'vitest';
import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import { cacheEntries } from '@/lib/cache-sizes';
import type { Ports } from '@/lib/services/ports';
import { portsOfVisitors } from './new-records';

/** Returns the `btcAccounts` port of each visitor. They add the accounts that they record to `recorded`. */
function visitors(recorded = new Set<string>()) {
  const btcAccounts = {
    find: async ({ smartAccountAddress = '' }) =>
      recorded.has(smartAccountAddress) ? [{ smartAccountAddress }] : [],
    record: async (pairings: readonly BtcAccountPairing[]) => {
      for (const { smartAccountAddress } of pairings) recorded.add(smartAccountAddress);
    },
  };
  const portsOfVisitor = portsOfVisitors({ btcAccounts } as unknown as Ports, undefined);
  return (address: string) => portsOfVisitor(address).btcAccounts;
}

const pairing = (key: number, chainId = 1): BtcAccountPairing => ({
  publicKey: `02${key}`,
  chainId,
  version: '2.0.0',
  smartAccountAddress: `0x${key}`,
  btcAddresses: () => [],
});

describe('the limit of new keys', () => {
  it('allows an IP address to record 60 new keys per hour, and any number of known keys', async () => {
    const recorded = new Set<string>();
    const visitorAt = visitors(recorded);
    const visitor = visitorAt('192.0.2.1');
    for (let key = 0; key < 60; key++) await visitor.record([pairing(key)]);
    await expect(visitor.record([pairing(60)])).rejects.toMatchObject({
      name: 'LimitError',
      reason: 'too-many-new-keys',
    });
    expect(recorded.size).toBe(60);
    for (let key = 0; key < 60; key++) await visitor.record([pairing(key, 10)]);
    await visitorAt('192.0.2.2').record([pairing(60)]);
    expect(recorded.has('0x60')).toBe(true);
  });

  it('counts a new key once, even for several versions or chains', async () => {
    const visitor = visitors()('192.0.2.1');
    await visitor.record(Array.from({ length: 100 }, (_, i) => pairing(1, i + 1)));
    await visitor.record(Array.from({ length: 59 }, (_, i) => pairing(i + 2)));
    await expect(visitor.record([pairing(100)])).rejects.toThrow(/60 new keys/);
  });

  it('the new-key limiter tracks a bounded number of visitors and evicts the least recently seen', async () => {
    const visitorAt = visitors();
    let key = 0;
    const take = (address: string, count: number) =>
      visitorAt(address).record(Array.from({ length: count }, () => pairing(key++)));
    const isRefused = (address: string) =>
      take(address, 1).then(
        () => false,
        () => true,
      );
    await take('first', 60);
    await take('often', 60);
    expect([await isRefused('first'), await isRefused('often')]).toEqual([true, true]);
    const most = cacheEntries('windows');
    for (let visitor = 0; visitor < most; visitor++) {
      await take(`visitor ${visitor}`, 1);
      if (visitor % 100 === 0) expect(await isRefused('often')).toBe(true);
    }
    expect(await isRefused('first')).toBe(false);
  });
});
