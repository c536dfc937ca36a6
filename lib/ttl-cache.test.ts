import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { ResponseCache } from '@/lib/rpc/response-cache';
import { HoldingsStreamCache } from '@/lib/services/holdings-streams/holdings-stream-cache';
import { DEFAULT_GATEWAYS } from '@/lib/solana/documents/document-uri';
import type { SolanaSource } from '@/lib/solana/solana-source';
import { documents } from '@/lib/sources/documents/documents';
import { purgeExpired } from './ttl-cache';

// Uses garbage collection to check whether values were dropped, because a lookup would itself drop expired values.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let time = 1;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => time);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Advances the time and lets the caches' timer fire. */
function pass(ms: number): void {
  time += ms;
  vi.advanceTimersByTime(ms);
  purgeExpired();
}

/**
 * Whether a value is still in memory. Waits for an event loop turn, because a `WeakRef` keeps its value alive during
 * the turn in which it was read.
 */
async function isHeld(reference: WeakRef<object>): Promise<boolean> {
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  return reference.deref() !== undefined;
}

describe('TtlCache', () => {
  it('removes an expired response even if it is not looked up again', async () => {
    const answers = new ResponseCache();
    const keep = async () => {
      const text = Buffer.alloc(100_000, 'a');
      const compute = async () => ({ text: [text], byteLength: 100_000, ttlMs: 2_000, isShared: true });
      await answers.getOrCompute('name', compute, { scope: scopeOf(new AbortController().signal) });
      return new WeakRef(text);
    };
    const kept = await keep();
    pass(2_000);
    expect(await isHeld(kept)).toBe(true);
    pass(1);
    expect(await isHeld(kept)).toBe(false);
    expect(answers.get('name')).toBeUndefined();
  });

  it('removes an expired document that may change, and keeps a document that cannot change', async () => {
    const read = documents({
      fetch: Object.assign(
        async (url: string) => ({ url, contentType: 'application/json', body: Buffer.from('{"name":"a"}') }),
        { close: async () => undefined },
      ),
      gateways: DEFAULT_GATEWAYS,
      keepMs: 5_000,
    });
    const keep = async (uri: string) => new WeakRef(await read.read(uri).document);
    const may = await keep('https://host.example/a.json');
    const mayNot = await keep('ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWPbdG1');
    pass(5_000);
    expect(await isHeld(may)).toBe(true);
    pass(1);
    expect(await isHeld(may)).toBe(false);
    expect(await isHeld(mayNot)).toBe(true);
    expect(read.known('ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWPbdG1')).toBeDefined();
  });

  it('removes the shared listing of a page after 2 minutes', async () => {
    const holdings = { nfts: [], tokens: [] };
    const solana = {
      chainIds: [104],
      trouble: () => undefined,
      listItems: async () => ({ holdings }),
    };
    const reads = new HoldingsStreamCache(solana as unknown as SolanaSource);
    const read = reads.begin(104, 'owner');
    for await (const _event of read.events(new AbortController().signal));
    pass(120_000);
    expect(reads.known(104, 'owner')).toBe(read);
    pass(1);
    expect(reads.known(104, 'owner')).toBeUndefined();
  });
});
