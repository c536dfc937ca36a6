import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post, type Running, residentMegabytes, startService } from '@/lib/testing/servers/processes';
import { addressOf } from '@/lib/testing/solana/solana-wallet';

// Lists thirty unknown wallets of 10,000 NFTs at once, then the same wallets again. Listings that are admitted must
// complete before the deadline; the others must get 503 within a second. Not part of `npm test`, because it measures
// speed.

const WALLETS = Array.from({ length: 30 }, (_, i) => `10000-${i}`);
const LATENCY_MS = 50;
const DEADLINE_MS = 20_000;

/** Defines the tests. They need an otherwise idle machine. */
export function describeLargeListings(): void {
  describe('thirty large listings at once', () => {
    let node: ChildProcess;
    let service: Running;
    const hear = () =>
      new Promise<{ url?: string }>((resolve) =>
        node.once('message', (message) => resolve(message as { url?: string })),
      );

    beforeAll(async () => {
      node = fork(
        fileURLToPath(new URL('../../bench/listing/listing-node.ts', import.meta.url)),
        [String(LATENCY_MS)],
        { execArgv: ['--import', 'tsx'] },
      );
      const { url = '' } = await hear();
      for (const prepare of WALLETS) {
        node.send({ prepare });
        await hear();
      }
      service = await startService({ SOLANA_RPC_URL_101: url, REQUEST_DEADLINE_MS: String(DEADLINE_MS) });
    });
    afterAll(async () => {
      await service?.stop();
      node?.disconnect();
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

    it.each(['unknown', 'known'])(
      'at least twelve of thirty large listings of %s wallets are answered, and the others are rejected within 1 s',
      async (what) => {
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
          `${what}: ${answered.length} answered, the last after ${slowest(answered)} ms; ${refused.length} refused, the last after ${slowest(refused)} ms; at most ${peak.toFixed(0)} MB\n`,
        );
        for (const { nfts } of answered) expect(nfts).toBe(10_000);
        for (const { error, retryAfter } of refused) {
          expect(error).toMatchObject({ code: -32002, data: { reason: 'overloaded' } });
          expect(Number(retryAfter)).toBeGreaterThan(0);
        }
        expect(answered.length).toBeGreaterThanOrEqual(12);
        expect(slowest(refused)).toBeLessThan(1_000);
      },
      120_000,
    );
  });
}
