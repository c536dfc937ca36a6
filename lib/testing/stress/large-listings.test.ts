import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import { FULL } from '@/lib/testing/measure';
import { type BenchNode, startBenchNode } from '@/lib/testing/nodes/bench-node';
import { post, type Running, residentMegabytes, startService } from '@/lib/testing/servers/processes';
import { addressOf } from '@/lib/testing/solana/solana-wallet';

// Lists thirty unknown wallets of 10,000 NFTs at once, then the same wallets again. Listings that are admitted must
// complete before the deadline; the others must get 503 soon after the node's first response, which shows how large a
// wallet is. Not part of `npm test`, because it measures speed and needs an otherwise idle machine.

const WALLETS = Array.from({ length: 30 }, (_, i) => `10000-${i}`);
const LATENCY_MS = 50;
const DEADLINE_MS = 20_000;

describe.runIf(FULL)('thirty large listings at once', () => {
  let node: BenchNode;
  let service: Running;
  beforeAll(async () => {
    node = await startBenchNode(LATENCY_MS);
    for (const prepare of WALLETS) await node.ask({ prepare });
    service = await startService({
      SOLANA_RPC_URL_101: node.url,
      REQUEST_DEADLINE_MS: String(DEADLINE_MS),
    });
  });
  afterAll(async () => {
    await service?.stop();
    node?.stop();
  });

  async function list(wallet: string) {
    const startedAt = performance.now();
    const params = [addressOf(wallet)];
    const body = { id: 1, chainId: 101, method: 'enhancedGetTokensAndNFTs', params };
    const response = await post(service, '/solana', body, { Connection: 'close' });
    const { result, error } = await response.json();
    const ms = Math.round(performance.now() - startedAt);
    return { ms, nfts: result?.nfts.length, error, retryAfter: response.headers.get('retry-after') };
  }

  /** Reads the token accounts of all wallets from the node at once. Returns the time in ms. */
  async function readFromNode(): Promise<number> {
    const startedAt = performance.now();
    await Promise.all(
      WALLETS.map(async (wallet) => {
        const params = [addressOf(wallet), { programId: TOKEN_PROGRAM }, { encoding: 'base64' }];
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTokenAccountsByOwner', params });
        const response = await fetch(node.url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body,
        });
        await response.arrayBuffer();
      }),
    );
    return Math.round(performance.now() - startedAt);
  }

  it.each(['unknown', 'known'])(
    'at least twelve of thirty large listings of %s wallets are answered, and the others are rejected within one and a half times the time of reading their token accounts',
    async (what) => {
      const readMs = await readFromNode();
      let peak = 0;
      const look = setInterval(() => {
        peak = Math.max(peak, residentMegabytes(service.pid));
      }, 50);
      const ended = await Promise.all(WALLETS.map(list));
      clearInterval(look);
      const answered = ended.filter(({ error }) => error === undefined);
      const refused = ended.filter(({ error }) => error !== undefined);
      const slowest = (some: { ms: number }[]) => Math.max(...some.map(({ ms }) => ms));
      process.stdout.write(
        `${what}: ${answered.length} answered, the last after ${slowest(answered)} ms; ${refused.length} refused, the last after ${slowest(refused)} ms, reading takes ${readMs} ms; at most ${peak.toFixed(0)} MB\n`,
      );
      for (const { nfts } of answered) expect(nfts).toBe(10_000);
      for (const { error, retryAfter } of refused) {
        expect(error).toMatchObject({ code: -32002, data: { reason: 'overloaded' } });
        expect(Number(retryAfter)).toBeGreaterThan(0);
      }
      expect(answered.length).toBeGreaterThanOrEqual(12);
      expect(slowest(refused)).toBeLessThan(1.5 * readMs);
    },
    120_000,
  );
});
