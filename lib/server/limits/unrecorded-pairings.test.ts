import { expect, it } from 'vitest';
import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import { createMetrics } from '@/lib/server/telemetry/metrics';
import { portsOfProjects } from './new-pairings';

it('lookups that the store does not take, because its disk is full, do not use up NEW_PAIRINGS_PER_HOUR', async () => {
  const known = new Set<string>();
  let isFull = true;
  const btcAccounts = {
    record: async (pairings: readonly BtcAccountPairing[]) => {
      if (!isFull) for (const { publicKey } of pairings) known.add(publicKey);
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
  for (let n = 0; n < 100; n++) await lookUpKey(`lost ${n}`);
  isFull = false;
  for (const key of ['a', 'b', 'c']) await lookUpKey(key);
  expect([...known]).toEqual(['a', 'b']);
});
