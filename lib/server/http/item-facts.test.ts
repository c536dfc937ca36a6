import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenRecordAddressOf } from '@/lib/solana/address/program-address';
import {
  CLOCK_ADDRESS,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import {
  type EncodedExtension,
  encodeClock,
  encodePermanentDelegate,
  encodeScaledUiAmount,
  encodeTokenRecord,
} from '@/lib/testing/solana/encode-facts';
import { encodeExtended, encodeMint, encodeTokenAccount } from '@/lib/testing/solana/encode-token-accounts';
import { account, addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';

// Tests locks and mint permissions in responses of POST /solana.

const OWNER = addressOf('facts owner');
const accountOf = (label: string) => addressOf(`facts ${label}`);
const mintOf = (label: string) => addressOf(`facts ${label} mint`);
const recordOf = (label: string) => tokenRecordAddressOf(mintOf(label), accountOf(label)) ?? '';

/** Creates a token account and its mint; both are Token-2022 if extensions are given. */
function held(label: string, frozen: boolean, extensions?: EncodedExtension[]): SnapshotAccount[] {
  const token = encodeTokenAccount({ mint: mintOf(label), owner: OWNER, amount: 100n, frozen });
  const mint = encodeMint({ supply: 100n, decimals: 2, authority: OWNER });
  if (extensions === undefined)
    return [account(accountOf(label), TOKEN_PROGRAM, token), account(mintOf(label), TOKEN_PROGRAM, mint)];
  return [
    account(accountOf(label), TOKEN_2022_PROGRAM, encodeExtended(token, 2, [])),
    account(mintOf(label), TOKEN_2022_PROGRAM, encodeExtended(mint, 1, extensions)),
  ];
}
const record = (label: string, data: Uint8Array) => account(recordOf(label), TOKEN_METADATA_PROGRAM, data);
const STAKER = addressOf('staker');

const ACCOUNTS = [
  ...held('free', false),
  ...held('frozen', true),
  ...held('unlocked', true),
  record('unlocked', encodeTokenRecord('unlocked')),
  ...held('locked', true, []),
  record('locked', encodeTokenRecord('locked', { address: STAKER, role: 'staking' })),
  ...held('listed', true),
  record('listed', encodeTokenRecord('listed', { address: STAKER, role: 'sale' })),
  ...held('facts', false, [
    encodeScaledUiAmount(2, 3, 500n),
    encodePermanentDelegate(STAKER),
    { type: 4_711, value: new Uint8Array(9) },
  ]),
  account(CLOCK_ADDRESS, SYSTEM_PROGRAM, encodeClock(1n, 500n)),
  // Enough items for mints and token records to be read in separate calls.
  ...nftWallet(OWNER, 120),
];

let node: TestNode;
let incomplete: TestNode;
let running: RunningService;
beforeAll(async () => {
  node = await testNode(sampleNode(snapshotOf(9, ACCOUNTS)));
  const wallet = nftWallet(OWNER, 60);
  const gone = new Set(Array.from({ length: 12 }, (_, i) => addressOf(`${OWNER} mint ${i}`)));
  incomplete = await testNode(
    sampleNode(
      snapshotOf(
        9,
        wallet.filter(({ pubkey }) => !gone.has(pubkey)),
      ),
    ),
  );
  running = await runService({
    SOLANA_RPC_URL_101: node.url,
    SOLANA_RPC_URL_102: incomplete.url,
    SOLANA_CACHE_MS: '0',
  });
});
afterAll(async () => {
  await running?.stop();
  await Promise.all([node?.close(), incomplete?.close()]);
});

const list = async (options: object, chainId = 101) =>
  (
    await running.call('/solana', {
      id: 1,
      chainId,
      method: 'enhancedGetTokensAndNFTs',
      params: [OWNER, options],
    })
  ).json;

describe('the extended format', () => {
  it('the extended format distinguishes items locked by their token record from frozen items', async () => {
    const { tokens } = (await list({ extended: true })).result;
    const of = (label: string) => tokens.find(({ mint }: { mint: string }) => mint === mintOf(label));
    const locks = ['free', 'frozen', 'unlocked', 'locked', 'listed'].map((label) => {
      const { state, lock, delegateRole } = of(label);
      return [label, state, lock, delegateRole];
    });
    expect(locks).toEqual([
      ['free', 'initialized', 'none', null],
      ['frozen', 'frozen', 'frozen', null],
      ['unlocked', 'frozen', 'unlocked', null],
      ['locked', 'frozen', 'locked', 'staking'],
      ['listed', 'frozen', 'listed', 'sale'],
    ]);
    expect(of('facts')).toMatchObject({
      amount: 100,
      amountString: '100',
      uiAmountString: '3',
      mintFacts: {
        mintAuthority: OWNER,
        freezeAuthority: OWNER,
        scaledUiAmount: { multiplier: 3 },
        permanentDelegate: STAKER,
        unknown: [4_711],
      },
    });
    expect(of('free').mintFacts).toEqual({ mintAuthority: OWNER, freezeAuthority: OWNER });
  });

  it('in the extended format, only the lock of an item is null if its token record could not be read', async () => {
    node.fault = ({ method, params }) =>
      method === 'getMultipleAccounts' && (params[0] as string[]).includes(recordOf('locked'))
        ? { rpcError: { code: -32000, message: 'no' } }
        : undefined;
    const { tokens, nfts } = (await list({ extended: true })).result;
    node.fault = undefined;
    const locked = tokens.find(({ mint }: { mint: string }) => mint === mintOf('locked'));
    expect(locked).toMatchObject({ state: 'frozen', lock: null, delegateRole: null });
    expect(tokens).toHaveLength(6);
    expect(nfts).toHaveLength(120);
  });
});

it('the default format contains no mint facts or locks', async () => {
  const { result } = await list({});
  for (const token of result.tokens)
    expect(Object.keys(token)).toEqual(['decimals', 'amount', 'address', 'mint', 'name', 'symbol', 'image']);
});

it.each([{}, { extended: true }])(
  'a listing fails if the node lacks a fifth of the mints (options %j)',
  async (options) => {
    const { error } = await list(options, 102);
    expect(error).toMatchObject({ code: -32002, data: { reason: 'upstream-incomplete' } });
  },
);
