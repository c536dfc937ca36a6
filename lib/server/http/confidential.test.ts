import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION } from '@/lib/testing/servers/service-parts';
import { encodeExtended, encodeMint, encodeTokenAccount } from '@/lib/testing/solana/encode-token-accounts';
import { addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests how responses report confidential balances, which no node can read (contract §3).

const MINT = addressOf('confidential mint');
const [HOLDER, EMPTY, OTHER] = ['holder', 'empty', 'other'].map((label) =>
  addressOf(`confidential ${label}`),
);
const CONFIDENTIAL = { type: 5, value: new Uint8Array(295) };

const account = (pubkey: string, data: Uint8Array): SnapshotAccount => ({
  pubkey,
  owner: TOKEN_2022_PROGRAM,
  lamports: 1n,
  data: Buffer.from(data).toString('base64'),
});
const held = (label: string, owner = '', amount = 0n, extensions = [CONFIDENTIAL]) =>
  account(addressOf(label), encodeExtended(encodeTokenAccount({ mint: MINT, owner, amount }), 2, extensions));

let node: TestNode;
let das: TestNode;
let service: RunningService;
beforeAll(async () => {
  const accounts = [
    account(MINT, encodeExtended(encodeMint({ supply: 10n, decimals: 2 }), 1, [])),
    held('holds five', HOLDER, 5n),
    held('holds nothing', EMPTY),
    held('plain', OTHER, 5n, []),
  ];
  node = await testNode(sampleNode(snapshotOf(9, accounts)));
  das = await testNode(async () => ({ items: [] }));
  service = await runService({
    SOLANA_RPC_URL_101: node.url,
    SOLANA_RPC_URL_102: node.url,
    SOLANA_DAS_URL_102: das.url,
  });
});
afterAll(async () => {
  await service?.stop();
  await Promise.all([node?.close(), das?.close()]);
});

async function call(method: string, params: unknown, chainId = 102) {
  const response = await fetch(`${service.base}/solana/${chainId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result } = await response.json();
  return { header: response.headers.get('satchel-coverage'), result };
}
const WORD =
  'spl-token, token-2022, mpl-core, compressed; not-read="zk-compressed, stake, confidential-balances"';
const NOT_READ = [
  { what: 'zk-compressed', why: 'not-supported' },
  { what: 'stake', why: 'not-requested' },
  { what: 'confidential-balances', why: 'encrypted' },
];

describe('an account that can have a confidential balance', () => {
  it('the coverage mentions a possible confidential balance in both formats, even if the account has no public balance', async () => {
    const plain = await call('enhancedGetTokensAndNFTs', [HOLDER]);
    expect(plain.header).toBe(WORD);
    const extended = await call('enhancedGetTokensAndNFTs', [HOLDER, { extended: true }]);
    expect(extended.result.coverage.notRead).toEqual(NOT_READ);
    expect(extended.result.tokens[0]).toMatchObject({ amount: 5, accountFacts: { confidential: true } });
    const empty = await call('enhancedGetTokensAndNFTs', [EMPTY, { extended: true }]);
    expect(empty.result).toMatchObject({ tokens: [], coverage: { notRead: NOT_READ } });
  });

  it('the coverage names confidential balances together with the kinds of asset that are not read', async () => {
    const { header } = await call('enhancedGetTokensAndNFTs', [EMPTY], 101);
    expect(header).toBe(
      'spl-token, token-2022; not-read="mpl-core, compressed, zk-compressed, stake, confidential-balances"',
    );
  });

  it('the coverage of DAS lists of assets and of token accounts says that an account can have a confidential balance', async () => {
    const params = { ownerAddress: EMPTY, options: { showFungible: true } };
    expect((await call('getAssetsByOwner', params)).header).toBe(WORD);
    const without =
      'spl-token, token-2022; not-read="mpl-core, compressed, zk-compressed, stake, confidential-balances"';
    expect((await call('getTokenAccounts', { owner: EMPTY })).header).toBe(without);
    expect((await call('getTokenAccounts', { mint: MINT })).header).toBe(without);
  });
});

it('a Token-2022 account without confidential transfers does not change the coverage', async () => {
  const { header, result } = await call('enhancedGetTokensAndNFTs', [OTHER, { extended: true }]);
  expect(header).toBe('spl-token, token-2022, mpl-core, compressed; not-read="zk-compressed, stake"');
  expect(result.tokens[0].accountFacts).toEqual({});
});
