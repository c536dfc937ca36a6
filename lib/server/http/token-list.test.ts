import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { runService } from '@/lib/testing/servers/running-service';
import { staticHost } from '@/lib/testing/servers/static-host';
import { encodeMint, encodeTokenAccount } from '@/lib/testing/solana/encode-token-accounts';
import { addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests how the token list affects POST /solana and GET /ready.

const OWNER = addressOf('token list owner');
const JUP = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const OWN = addressOf('mint outside the built-in list');
const ICON = 'https://icons.example/own.png';
const JUPITER_LIST = JSON.stringify([{ id: OWN, name: 'Our Own', symbol: 'OWN', icon: ICON, decimals: 6 }]);

let node: TestNode;
const folders: string[] = [];
const dataDir = () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-token-list-'));
  folders.push(folder);
  return folder;
};

beforeAll(async () => {
  const mints = [JUP, OWN];
  const mint = encodeMint({ supply: 10n ** 12n, decimals: 6 }).toString('base64');
  const held = (each: string) =>
    encodeTokenAccount({ mint: each, owner: OWNER, amount: 5n }).toString('base64');
  node = await testNode(
    sampleNode(
      snapshotOf(1000, [
        ...mints.map((pubkey) => ({ pubkey, owner: TOKEN_PROGRAM, lamports: 1n, data: mint })),
        ...mints.map((each) => ({
          pubkey: addressOf(`held ${each}`),
          owner: TOKEN_PROGRAM,
          lamports: 1n,
          data: held(each),
        })),
      ]),
    ),
  );
});
afterAll(async () => {
  await node?.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Reads both tokens and the state of the list from a service with this environment. */
async function answers(env: Record<string, string>) {
  const running = await runService({ SOLANA_RPC_URL_101: node.url, ...env });
  try {
    const params = [OWNER, { extended: true }];
    const { json } = await running.call('/solana', {
      id: 1,
      chainId: 101,
      method: 'enhancedGetTokensAndNFTs',
      params,
    });
    const of = (mint: string) => json.result.tokens.find((token: { mint: string }) => token.mint === mint);
    const ready = (await (await fetch(`${running.base}/ready`)).json()) as { tokenList: object };
    return { jup: of(JUP), own: of(OWN), tokenList: ready.tokenList };
  } finally {
    await running.stop();
  }
}

describe('the built-in token list', () => {
  it('the built-in token list contains JUP, and /ready shows its publication date', async () => {
    const { jup, own, tokenList } = await answers({});
    expect(jup).toMatchObject({ inTokenList: true, symbol: 'JUP', name: 'Jupiter' });
    expect(own).toMatchObject({ inTokenList: false, symbol: '' });
    expect(tokenList).toEqual({ source: 'built-in', date: '2026-04-09' });
  });
});

describe('TOKEN_LIST as a URL', () => {
  it('accepts a token list in Jupiter’s format, and uses the last valid copy when the host is unavailable', async () => {
    const DATA_DIR = dataDir();
    const host = await staticHost((_, response) =>
      response.setHeader('Last-Modified', 'Mon, 02 Mar 2026 10:00:00 GMT').end(JUPITER_LIST),
    );
    const env = { DATA_DIR, TOKEN_LIST: `${host.origin}/tokens` };
    const fetched = await answers(env);
    expect(fetched.own).toMatchObject({ inTokenList: true, symbol: 'OWN', name: 'Our Own', image: ICON });
    expect(fetched.jup).toMatchObject({ inTokenList: false });
    expect(fetched.tokenList).toEqual({ source: 'url', date: '2026-03-02' });
    await host.close();
    expect(await answers(env)).toEqual(fetched);
  });

  it.each<[string, (url: string) => string]>([
    [
      'half a file',
      (url) => JSON.stringify({ url, etag: '', date: '2026-03-02', text: JUPITER_LIST }).slice(0, -9),
    ],
    [
      'a copy of another URL',
      () =>
        JSON.stringify({ url: 'https://other.example', etag: '', date: '2026-03-02', text: JUPITER_LIST }),
    ],
  ])('does not use %s as the saved copy of the token list', async (_, copy) => {
    const DATA_DIR = dataDir();
    const host = await staticHost((_path, response) => response.writeHead(404).end());
    writeFileSync(join(DATA_DIR, 'token-list.json'), copy(host.origin));
    const { own, tokenList } = await answers({ DATA_DIR, TOKEN_LIST: host.origin });
    expect([own.inTokenList, tokenList]).toEqual([false, { source: 'built-in', date: '2026-04-09' }]);
    await host.close();
  });

  it('keeps the last valid token list when the host’s response is not a token list or is too large', async () => {
    const DATA_DIR = dataDir();
    let body: string | Buffer = JUPITER_LIST;
    const host = await staticHost((_, response) => response.end(body));
    const env = { DATA_DIR, TOKEN_LIST: host.origin };
    const { own } = await answers(env);
    const copy = readFileSync(join(DATA_DIR, 'token-list.json'), 'utf8');
    for (const bad of ['<html>', '[]', '{"tokens":[{"chainId":101}]}', Buffer.alloc(33 * 1024 * 1024, 32)]) {
      body = bad;
      expect((await answers(env)).own).toEqual(own);
      expect(readFileSync(join(DATA_DIR, 'token-list.json'), 'utf8')).toBe(copy);
    }
    await host.close();
  });
});
