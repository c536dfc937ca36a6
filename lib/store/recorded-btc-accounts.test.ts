import { expect, it } from 'vitest';
import { loopRounds, spin } from '@/lib/testing/loop/loop-rounds';
import type { BtcAccountTable } from './btc-account-table';
import { recordedBtcAccounts } from './recorded-btc-accounts';

it('hundreds of new keys at once let the event loop go on while their addresses are worked out', async () => {
  const written: string[] = [];
  const table: BtcAccountTable = {
    upsert: async (pairings) => void written.push(...pairings.map(({ publicKey }) => publicKey)),
    touch: async () => undefined,
    find: async () => [],
    findSpends: async () => [],
  };
  const store = recordedBtcAccounts(table);
  const pairings = Array.from({ length: 200 }, (_, i) => ({
    publicKey: String(i),
    chainId: 1,
    version: '2.0.0' as const,
    smartAccountAddress: `0x${i}`,
    btcAddresses: () => {
      spin(2);
      return [];
    },
  }));
  const rounds = await loopRounds(() => store.record(pairings));
  expect(written).toEqual(pairings.map(({ publicKey }) => publicKey));
  // 400 ms, in slices of 8.
  expect(rounds).toBeGreaterThan(25);
  await store.close();
});
