import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { namedWallet } from '@/lib/testing/solana/named-wallet';
import { addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests the name in the heading of an account page. Requires built pages; `npm test` builds them first.

const [NAMED, UNSEEN] = [addressOf('named'), addressOf('unseen')];

describe.skipIf(!existsSync('.next/BUILD_ID'))('the heading of an account page', () => {
  let node: TestNode;
  let service: Running;
  beforeAll(async () => {
    const accounts = [...namedWallet(NAMED, 'mine'), ...namedWallet(UNSEEN, 'hidden\u200b')];
    node = await testNode(sampleNode(snapshotOf(1, accounts)));
    service = await startService({ DASHBOARD: 'on', SOLANA_RPC_URL_102: node.url });
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await node?.close();
  });
  const headingOf = async (address: string) => {
    const html = await (await fetch(`${service.base}/account/${address}?chain=102`)).text();
    const [, heading = ''] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html) ?? [];
    return heading.replaceAll(/<[^>]*>/g, '');
  };

  it('the heading of an account page has the primary name of the address', async () => {
    expect(await headingOf(NAMED)).toContain('mine.sol');
    expect(await headingOf(addressOf('nameless'))).not.toContain('.sol');
  });

  it('the heading of an account page omits a primary name with invisible characters', async () => {
    expect(await headingOf(UNSEEN)).not.toContain('.sol');
  });
});
