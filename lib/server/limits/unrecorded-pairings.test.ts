import { expect, it } from 'vitest';
import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import { createMetrics } from '@/lib/server/telemetry/metrics';
import { portsOfProjects } from './new-records';

it.each([
  ['does not take, because its disk is full,', () => undefined],
  ['refuses, because it cannot be reached,', () => Promise.reject(new Error('store-unavailable'))],
])('lookups that the store %s do not use up NEW_PAIRINGS_PER_HOUR', async (_, lose) => {
  const known = new Set<string>();
  let isFull = true;
  const btcAccounts = {
    record: async (pairings: readonly BtcAccountPairing[]) => {
      if (isFull) return lose();
      for (const { publicKey } of pairings) known.add(publicKey);
    },
    isKnown: ({ publicKey }: BtcAccountPairing) => known.has(publicKey),
    find: async () => [],
  };
  const { record } = portsOfProjects({ btcAccounts } as never, 2, {
    redis: undefined,
    log: { warn: () => undefined } as never,
    metrics: createMetrics(),
  })('project').btcAccounts;
  const lookUpKey = (publicKey: string) => record([{ publicKey } as BtcAccountPairing]);
  for (let n = 0; n < 100; n++) await lookUpKey(`lost ${n}`).catch(() => undefined);
  isFull = false;
  for (const key of ['a', 'b', 'c']) await lookUpKey(key);
  expect([...known]).toEqual(['a', 'b']);
});
