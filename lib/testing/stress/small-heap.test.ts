import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SAMPLE_BIG_WALLET } from '@/lib/solana/sample-addresses';
import { count } from '@/lib/testing/measure';
import { startService } from '@/lib/testing/servers/processes';

const MIB = 1024 * 1024;
const ROUNDS = count(2, 1);

/**
 * Returns the Node option for a heap of `mib` MiB, including the young generation, whose size differs between Node
 * versions.
 */
function heapOption(mib: number): string {
  const script = `v8.getHeapStatistics().heap_size_limit / ${MIB} - 512`;
  const young = Number(execFileSync(process.execPath, ['--max-old-space-size=512', '-p', script]));
  return `--max-old-space-size=${mib - young}`;
}

describe('the memory budget on a small heap', () => {
  it('the service fails to start, with instructions, if the heap is too small for the memory budget', async () => {
    const started = startService({ NODE_OPTIONS: heapOption(255) });
    await expect(started).rejects.toThrow(
      /limited to \d+ MiB and must be 256 MiB or more.*--max-old-space-size/,
    );
  });

  it.skipIf(!existsSync('.next/BUILD_ID'))(
    'the memory budget prevents 30 concurrent listings of 10,000 NFTs from exhausting the smallest heap',
    async () => {
      const service = await startService({ DASHBOARD: 'on', NODE_OPTIONS: heapOption(256) });
      try {
        for (let round = 0; round < ROUNDS; round++) {
          const answers = Array.from({ length: 30 }, async () => {
            const response = await fetch(`${service.base}/account/${SAMPLE_BIG_WALLET}?chain=104`);
            await response.arrayBuffer();
            return response.status;
          });
          for (const status of await Promise.all(answers)) expect([200, 429, 503]).toContain(status);
        }
        expect((await fetch(`${service.base}/health`)).status).toBe(200);
      } finally {
        await service.stop('SIGKILL');
      }
    },
  );
});
