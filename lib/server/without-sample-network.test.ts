import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { type Running, startNode } from '@/lib/testing/servers/processes';

// Tests a service without the sample network. Requires built pages; `npm test` builds them first.

const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';

describe.skipIf(!existsSync('.next/BUILD_ID'))('with SAMPLE_NETWORK=off', () => {
  const data = mkdtempSync(join(tmpdir(), 'satchel-no-sample-'));
  let service: Running;
  beforeAll(async () => {
    service = await startNode(
      ['dist/server.js'],
      {
        DATA_DIR: data,
        SAMPLE_NETWORK: 'off',
        LOG_LEVEL: 'warn',
        SOLANA_RPC_URL_101: 'http://127.0.0.1:9',
        EVM_CHAINS: '1,111',
        EVM_RPC_URL_1: 'http://127.0.0.1:9',
      },
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

  it('a key that is compared with a test address names the variable of the chain that can’t be checked', async () => {
    const match = addressesOfKey(KEY).testnet.p2wpkh;
    const page = await (await fetch(`${service.base}/bitcoin/${KEY}?match=${match}`)).text();
    const said = page.replaceAll(/<!-- -->|<script.*?<\/script>/gs, '').replaceAll(/<[^>]*>/g, '');
    expect(said).toContain('BOB Testnet can’t be checked here');
    expect(said.match(/EVM_RPC_URL_\d+/g)).toEqual(['EVM_RPC_URL_111']);
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
