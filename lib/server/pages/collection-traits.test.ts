import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_BIG_WALLET, SAMPLE_SHOWCASE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { type Running, startService } from '@/lib/testing/servers/processes';

// Tests `/api/traits` over HTTP. Requires built pages; `npm test` builds them first.

const HARBOR_LIGHTS = sampleAddress('mint collection harbor lights');

describe.skipIf(!existsSync('.next/BUILD_ID'))('traits of a collection', () => {
  let service: Running;
  beforeAll(async () => {
    service = await startService({ DASHBOARD: 'on' });
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
  });

  const ask = (
    owner: string,
    query: string,
    headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' },
  ) => fetch(`${service.base}/api/traits/${owner}?chain=104${query}`, { headers });

  it('/api/traits returns the traits of every item of the collection, and no traits of other items', async () => {
    const response = await ask(SAMPLE_SHOWCASE_WALLET, `&collection=${HARBOR_LIGHTS}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { items, isComplete } = await response.json();
    expect(isComplete).toBe(true);
    expect(items.map(({ address }: { address: string }) => address).sort()).toEqual(
      Array.from({ length: 24 }, (_, index) => sampleAddress(`account harbor lights ${index + 1}`)).sort(),
    );
    for (const { traits } of items)
      expect(traits.map(({ trait }: { trait: string }) => trait)).toEqual([
        'Sky',
        'Lantern',
        'Tide',
        'Weather',
        'Keeper',
      ]);
  });

  it('/api/traits returns at most 5,000 items of a collection', async () => {
    const collection = sampleAddress('mint collection tidepools');
    let isComplete = false;
    let items: unknown[] = [];
    while (!isComplete)
      ({ items, isComplete } = await (await ask(SAMPLE_BIG_WALLET, `&collection=${collection}`)).json());
    expect(items).toHaveLength(5_000);
  });

  it('/api/traits returns no items for a collection that the account does not hold', async () => {
    const response = await ask(SAMPLE_SHOWCASE_WALLET, `&collection=${sampleAddress('no collection')}`);
    expect(await response.json()).toEqual({ items: [], isComplete: true });
  });

  it('/api/traits rejects a request from another origin, without a collection or for an unsupported chain', async () => {
    const query = `&collection=${HARBOR_LIGHTS}`;
    const other = await ask(SAMPLE_SHOWCASE_WALLET, query, { 'Sec-Fetch-Site': 'cross-site' });
    expect(other.status).toBe(403);
    expect((await ask(SAMPLE_SHOWCASE_WALLET, '')).status).toBe(400);
    expect((await ask('name.sol', query)).status).toBe(400);
    const unserved = await fetch(`${service.base}/api/traits/${SAMPLE_SHOWCASE_WALLET}?chain=999${query}`, {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(unserved.status).toBe(400);
  });
});
