import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '@/lib/store/open';
import { publicKeys } from '@/lib/testing/keys';
import { metricOf } from '@/lib/testing/servers/metrics';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { until } from '@/lib/testing/until';
import { hashServerKey } from '../auth/basic-auth';

let service: RunningService;
afterEach(() => service?.stop());

const keys = publicKeys(6, 31_000);
const lookUpOf = (...picked: number[]) => ({
  jsonrpc: '2.0',
  id: 1,
  chainId: 31337,
  method: 'svc_aa_getBTCAccount',
  params: picked.map((n) => ({ name: 'BTC', version: '2.0.0', btcPublicKey: keys[n] })),
});
const lookUp = (...picked: number[]) => service.call('/evm-chain', lookUpOf(...picked));
const isRecorded = async (n: number) => {
  const address = (await lookUp(n)).json.result.smartAccountAddress;
  return (await service.service.ports.btcAccounts.find({ smartAccountAddress: address })).length > 0;
};
const metric = async (name: string) => metricOf(await (await fetch(`${service.base}/metrics`)).text(), name);

describe('NEW_PAIRINGS_PER_HOUR', () => {
  it('beyond NEW_PAIRINGS_PER_HOUR, lookups succeed without recording new pairings, and recorded pairings are not lost', async () => {
    service = await runService({ NEW_PAIRINGS_PER_HOUR: '2' });
    for (const n of [0, 1, 2]) {
      const { status, json } = await lookUp(n);
      expect(status).toBe(200);
      expect(json.result.smartAccountAddress).toMatch(/^0x/);
    }
    expect([await isRecorded(0), await isRecorded(1), await isRecorded(2)]).toEqual([true, true, false]);
    expect(await metric('satchel_pairings_not_recorded_total')).toBeGreaterThan(0);

    // In a mixed batch, recorded pairings must still be updated.
    const { json } = await lookUp(0, 3);
    expect(json.result).toHaveLength(2);
    expect([await isRecorded(0), await isRecorded(3)]).toEqual([true, false]);
  });

  it('another project’s lookup is recorded, even right after the same lookup by a project beyond its limit', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'satchel-pairings-'));
    const serverKey = 'server-key-of-the-other-project';
    const store = await openStore({ dataDir });
    await store.projects.addProject({ projectId: 'other', keyHash: hashServerKey(serverKey), name: '' });
    await store.close();
    service = await runService({ DATA_DIR: dataDir, NEW_PAIRINGS_PER_HOUR: '1' });
    try {
      expect([await isRecorded(0), await isRecorded(1)]).toEqual([true, false]);
      const { json } = await service.call('/evm-chain', lookUpOf(1), {
        Authorization: `Basic ${Buffer.from(`other:${serverKey}`).toString('base64')}`,
      });
      const { smartAccountAddress } = json.result;
      expect(await service.service.ports.btcAccounts.find({ smartAccountAddress })).not.toEqual([]);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('records every new pairing when NEW_PAIRINGS_PER_HOUR is 0', async () => {
    service = await runService({ NEW_PAIRINGS_PER_HOUR: '0' });
    await lookUp(0, 1, 2, 3, 4, 5);
    expect(await isRecorded(5)).toBe(true);
    expect(await metric('satchel_pairings_not_recorded_total')).toBe(0);
  });
});

it('the metric satchel_store_bytes grows with the store', async () => {
  service = await runService();
  const before = await metric('satchel_store_bytes');
  expect(before).toBeGreaterThan(0);
  let next = 0;
  await until('the store has grown', async () => {
    await service.call('/evm-chain', {
      jsonrpc: '2.0',
      id: 1,
      chainId: 31337,
      method: 'svc_aa_getBTCAccount',
      params: publicKeys(50, 40_000 + 50 * next++).map((btcPublicKey) => ({
        name: 'BTC',
        version: '2.0.0',
        btcPublicKey,
      })),
    });
    return (await metric('satchel_store_bytes')) > before;
  });
});
