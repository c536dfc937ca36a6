import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { type Running, startNode } from '@/lib/testing/servers/processes';

// Tests a service without the sample network. Requires built pages; `npm test` builds them first.

describe.skipIf(!existsSync('.next/BUILD_ID'))('with SAMPLE_NETWORK=off', () => {
  const data = mkdtempSync(join(tmpdir(), 'satchel-no-sample-'));
  let service: Running;
  beforeAll(async () => {
    service = await startNode(
      ['dist/server.js'],
      { DATA_DIR: data, SAMPLE_NETWORK: 'off', LOG_LEVEL: 'warn', SOLANA_RPC_URL_101: 'http://127.0.0.1:9' },
      '/bitcoin',
    );
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  });

  it('the example call that the start prints is for a chain that the service has', () => {
    expect(service.output()).toContain('Try Solana mainnet:');
    expect(service.output()).toContain('"chainId":101');
    expect(service.output()).not.toContain('"chainId":104');
  });

  it('the page of an account offers the other networks, but not the sample network', async () => {
    const page = await (await fetch(`${service.base}/account/${SAMPLE_WALLET}`)).text();
    expect(page).toContain('>Devnet</a>');
    expect(page).not.toMatch(/sample network|chain=104/i);
  });

  it.each(['/', '/bitcoin'])(
    'the page %s has no examples, whose links would lead to errors',
    async (path) => {
      const page = await (await fetch(service.base + path)).text();
      expect(page).toContain('Look up');
      expect(page).not.toContain('Try an example');
      expect(page).not.toMatch(/chain=(?:104|31337)/);
    },
  );
});
