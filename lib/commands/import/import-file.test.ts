import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { BulkKey } from '@/lib/store/bulk';
import { testIo } from '@/lib/testing/command-io';
import { publicKeys } from '@/lib/testing/keys';
import { importFile } from './import-file';
import { importKeys } from './keys';

const folder = mkdtempSync(join(tmpdir(), 'satchel-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('importFile', () => {
  it('the import splits keys with 45 chains into batches, to limit memory', async () => {
    const chainIds = Array.from({ length: 45 }, (_, i) => i + 1);
    const file = join(folder, 'keys.jsonl');
    const keys = publicKeys(1_500);
    const lines = keys.map((publicKey) => JSON.stringify({ publicKey, chainIds }));
    writeFileSync(file, lines.join('\n'));
    const batches: (readonly BulkKey[])[] = [];
    const worked: number[] = [];
    const code = await importFile(
      {
        file,
        size: statSync(file).size,
        report: `${file}.report.csv`,
        settings: {
          dataDir: folder,
          databaseUrl: undefined,
          evmRpcUrls: new Map(),
          evmChains: chainIds,
          sampleNetwork: false,
          defaultEvmChainId: 1,
        },
        store: {
          load: async (batch) => batches.push(batch) && batch.length,
          finish: async () => undefined,
        },
        work: async (...job) => {
          const result = await importKeys(...job);
          worked.push(accountsOf(result.keys));
          return result;
        },
        concurrency: 1,
      },
      testIo(),
    );
    expect(code).toBe(0);
    expect(batches.flat().map(({ publicKey }) => publicKey)).toEqual(keys);
    // There are 135,000 accounts in total, split into several blocks and transactions.
    expect(Math.max(...worked)).toBeLessThan(80_000);
    expect(Math.max(...batches.map(accountsOf))).toBeLessThan(80_000);
  });
});

const accountsOf = (keys: readonly BulkKey[]) => keys.reduce((sum, { accounts }) => sum + accounts.length, 0);
