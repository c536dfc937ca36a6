import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { recordedAddressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import { deriveAccount } from '@/lib/btc-account/derive-account';
import type { Store } from '@/lib/store/store';
import { median } from '@/lib/testing/servers/processes';

/** Median and 99th percentile of lookup times, in µs. */
type LookUpTimes = { p50: number; p99: number };

/** A store and some of the keys recorded in it. `file` is the file of an embedded store. */
export type KeyStore = { store: Store; keys: readonly string[]; file: string | undefined };

const ROUNDS = 9;

/**
 * Times reverse lookups in a small and a large store, in alternating rounds, so that other load
 * affects both. Returns the medians of the rounds.
 *
 * Reads an embedded store's file completely before each round. Otherwise, virtual machines evict
 * rarely used file pages from the cache, and only the lookups in the large store would read the
 * disk.
 */
export async function compareLookUps(
  stores: Record<'small' | 'large', KeyStore>,
): Promise<Record<'small' | 'large', LookUpTimes>> {
  const sizes = ['small', 'large'] as const;
  const rounds = { small: [] as LookUpTimes[], large: [] as LookUpTimes[] };
  for (const size of sizes) await lookUps(stores[size], 5_000);
  for (let round = 0; round < ROUNDS; round++) {
    for (const size of sizes) await readWhole(stores[size].file);
    for (const size of sizes) rounds[size].push(await lookUps(stores[size], 4_000));
  }
  const of = (times: readonly LookUpTimes[]) => ({
    p50: median(times.map(({ p50 }) => p50)),
    p99: median(times.map(({ p99 }) => p99)),
  });
  return { small: of(rounds.small), large: of(rounds.large) };
}

/** Makes sequential lookups in both directions and returns their times. */
async function lookUps({ store, keys }: KeyStore, count: number): Promise<LookUpTimes> {
  const took: number[] = [];
  for (let i = 0; i < count; i++) {
    const publicKey = keys[Math.floor(Math.random() * keys.length)] ?? '';
    const query =
      i % 2 === 0
        ? { btcAddress: recordedAddressesOfKey(publicKey)[(i >> 1) % 4] ?? '' }
        : {
            smartAccountAddress: deriveAccount({ version: '1.0.0', btcPublicKey: publicKey }, 1)
              .smartAccountAddress,
          };
    const started = performance.now();
    const rows = await store.btcAccounts.find(query);
    took.push((performance.now() - started) * 1000);
    if (rows.length === 0) throw new Error('A recorded key was not found');
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

async function readWhole(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), async (chunks) => {
    for await (const _ of chunks);
  });
}
