import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { encodeExtended, encodeTokenAccount } from '@/lib/testing/solana/encode-token-accounts';
import { namedWallet } from '@/lib/testing/solana/named-wallet';
import { addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests the name in the heading of an account page and `/api/empty-accounts`, over HTTP. Requires built pages; `npm test` builds them first.

const [NAMED, UNSEEN] = [addressOf('named'), addressOf('unseen')];
const OWNER = addressOf('rent owner');
const MINT = addressOf('rent mint');
const held = (
  label: string,
  amount = 0n,
  extensions?: { type: number; value: Uint8Array }[],
): SnapshotAccount => {
  const data = encodeTokenAccount({ mint: MINT, owner: OWNER, amount });
  // Set a close authority other than the owner.
  if (label === 'of another') data.set([1, 0, 0, 0, ...new Uint8Array(32).fill(7)], 129);
  return {
    pubkey: addressOf(`rent ${label}`),
    owner: extensions === undefined ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM,
    lamports: 2_039_280n,
    data: (extensions === undefined ? data : encodeExtended(data, 2, extensions)).toString('base64'),
  };
};

describe.skipIf(!existsSync('.next/BUILD_ID'))('the name and the rent of an account', () => {
  let node: TestNode;
  let service: Running;
  beforeAll(async () => {
    const accounts = [
      ...namedWallet(NAMED, 'mine'),
      ...namedWallet(UNSEEN, 'hidden\u200b'),
      held('first'),
      held('second', 0n, []),
      held('not empty', 1n),
      held('of another'),
      held('withheld', 0n, [{ type: 2, value: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0) }]),
      held('confidential', 0n, [{ type: 5, value: new Uint8Array(295) }]),
    ];
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

  const ask = (owner: string, headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' }) =>
    fetch(`${service.base}/api/empty-accounts/${owner}?chain=102`, { headers });

  it('/api/empty-accounts lists only empty accounts that the owner can close, with their rent', async () => {
    const found = JSON.parse(await (await ask(OWNER)).text());
    expect(found).toMatchObject({ count: 2, lamports: '4078560' });
    expect(found.accounts.map(({ address }: { address: string }) => address).sort()).toEqual(
      [addressOf('rent first'), addressOf('rent second')].sort(),
    );
    expect(found.accounts[0]).toMatchObject({ mint: MINT, lamports: '2039280' });
  });

  it('/api/empty-accounts rejects a request from another origin or without an address, and reports a failing node', async () => {
    expect((await ask(OWNER, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await ask('name.sol')).status).toBe(400);
    node.fault = () => ({ rpcError: { code: -32000, message: 'no' } });
    const failed = await ask(addressOf('another owner'));
    node.fault = undefined;
    expect([failed.status, (await failed.json()).reason]).toEqual([503, 'upstream-refused']);
  });
});
