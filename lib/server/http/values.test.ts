import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CLOCK_ADDRESS, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { SAMPLE_SHOWCASE_WALLET } from '@/lib/solana/sample-addresses';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { encodeClock, encodeScaledUiAmount } from '@/lib/testing/solana/encode-facts';
import { encodePriceUpdate, encodeStakePool, type FeedFields } from '@/lib/testing/solana/encode-prices';
import { encodeExtended, encodeMint, encodeTokenAccount } from '@/lib/testing/solana/encode-token-accounts';
import { account, addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests prices and values in responses of POST /solana. Addresses and ids are those that Pyth and the pools publish.

const OWNER = addressOf('values owner');
const NOW = 1_790_000_000n;
const OLD_RECEIVER = 'rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ';
const NEW_RECEIVER = 'rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp';
const STAKE_POOL_PROGRAM = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy';
const SOL = {
  mint: 'So11111111111111111111111111111111111111112',
  id: 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
  old: '7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE',
  new: '7AviUf9nL62mcxNbQGKm4nKDQnPjswo6c5MX4D57HmyE',
};
const USDC = {
  mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  id: 'eaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a',
  old: 'Dpw1EAVrSB1ibxiDQyTAW6Zip3J4Btk2x4SgApQCeFbX',
};
const JITOSOL = {
  mint: 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
  pool: 'Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb',
};

const held = (mint: string, amount: bigint, decimals: number): SnapshotAccount[] => [
  account(addressOf(`values ${mint}`), TOKEN_PROGRAM, encodeTokenAccount({ mint, owner: OWNER, amount })),
  account(mint, TOKEN_PROGRAM, encodeMint({ supply: amount, decimals })),
];
const clock = account(CLOCK_ADDRESS, SYSTEM_PROGRAM, encodeClock(900n, NOW));
const feed = (over: Partial<FeedFields> & { feedId: string }) =>
  encodePriceUpdate({
    price: 15_012_345_678n,
    confidence: 7_500_000n,
    exponent: -8,
    publishTime: NOW - 5n,
    ...over,
  });
const solFeed = account(SOL.old, OLD_RECEIVER, feed({ feedId: SOL.id }));
const usdcFeed = (over: Partial<FeedFields> = {}, owner = OLD_RECEIVER) =>
  account(USDC.old, owner, feed({ feedId: USDC.id, price: 99_990_000n, confidence: 10_000n, ...over }));
const jitoPool = (over: object = {}, owner = STAKE_POOL_PROGRAM) =>
  account(
    JITOSOL.pool,
    owner,
    encodeStakePool({ mint: JITOSOL.mint, lamports: 1_200n, supply: 1_000n, epoch: 900n, ...over }),
  );

const WALLET = [
  account(OWNER, SYSTEM_PROGRAM, new Uint8Array(0)),
  ...held(USDC.mint, 2_500_001n, 6),
  ...held(JITOSOL.mint, 3_000_000_000n, 9),
  ...held(addressOf('unknown mint'), 5n, 0),
];

const services: RunningService[] = [];
const nodes: TestNode[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
  await Promise.all(nodes.splice(0).map((node) => node.close()));
});

/** Lists the wallet from a node that also has `accounts`. */
async function list(accounts: readonly SnapshotAccount[], options: object = {}, env: object = {}) {
  const node = await testNode(sampleNode(snapshotOf(1_000, [...WALLET, ...accounts])));
  nodes.push(node);
  const service = await runService({ SOLANA_RPC_URL_101: node.url, SOLANA_CACHE_MS: '0', ...env });
  services.push(service);
  const ask = (more: object = {}) =>
    service.call('/solana/101', {
      id: 1,
      method: 'enhancedGetTokensAndNFTs',
      params: [OWNER, { extended: true, prices: true, ...options, ...more }],
    });
  const { json } = await ask();
  const tokens = json.result?.tokens as { mint: string }[] | undefined;
  const tokenOf = (mint: string) => tokens?.find((token) => token.mint === mint) as never as Priced;
  return { node, ask, json, tokenOf };
}
type Priced = { price: object | null; unpriced: string | null; value: string | null };

describe('the prices of a listing', () => {
  it('values each token at the price of its feed, or of its stake pool, and adds them up', async () => {
    const { json, tokenOf } = await list([clock, solFeed, usdcFeed(), jitoPool()]);
    expect(tokenOf(USDC.mint)).toMatchObject({
      price: {
        usd: '0.9999',
        confidence: '0.0001',
        publishTime: Number(NOW) - 5,
        feed: USDC.old,
        pool: null,
      },
      unpriced: null,
      // 2.500001 × 0.9999 = 2.4997509999
      value: '2.49975',
    });
    expect(tokenOf(JITOSOL.mint)).toMatchObject({
      // 150.12345678 × 1.2
      price: { usd: '180.148148136', confidence: '0.09', feed: SOL.old, pool: JITOSOL.pool },
      value: '540.444444',
    });
    expect(tokenOf(addressOf('unknown mint'))).toMatchObject({
      price: null,
      unpriced: 'no-feed',
      value: null,
    });
    expect(json.result).toMatchObject({
      price: { usd: '150.12345678', feed: SOL.old },
      unpriced: null,
      value: '542.944194',
      priced: { n: 3, of: 4 },
    });
  });

  it('uses the newer of the two generations of a feed', async () => {
    const newer = feed({ feedId: SOL.id, price: 15_100_000_000n, publishTime: NOW - 1n });
    const { json } = await list([clock, solFeed, account(SOL.new, NEW_RECEIVER, newer)]);
    expect(json.result.price).toMatchObject({ usd: '151', feed: SOL.new });
  });

  it.each<[string, SnapshotAccount]>([
    ['stale', usdcFeed({ publishTime: NOW - 61n })],
    ['stale', usdcFeed({ publishTime: NOW + 61n })],
    ['wide', usdcFeed({ confidence: 1_999_801n })],
    ['wrong-owner', usdcFeed({}, NEW_RECEIVER)],
    ['wrong-feed', usdcFeed({ feedId: SOL.id })],
    ['partially-verified', usdcFeed({ partialSignatures: 12 })],
    ['not-positive', usdcFeed({ price: -99_990_000n })],
    ['not-positive', usdcFeed({ price: 0n, confidence: 0n })],
    ['malformed', usdcFeed({ exponent: 3 })],
    ['malformed', account(USDC.old, OLD_RECEIVER, feed({ feedId: USDC.id }).subarray(0, 90))],
    ['malformed', account(USDC.old, OLD_RECEIVER, Buffer.alloc(134, 1))],
    ['no-account', clock],
  ])('leaves a token unpriced: %s', async (reason, usdc) => {
    const { json, tokenOf } = await list([clock, solFeed, usdc]);
    expect(tokenOf(USDC.mint)).toMatchObject({ price: null, unpriced: reason, value: null });
    expect(json.result).toMatchObject({ value: '0', priced: { n: 1, of: 4 } });
  });

  it('accepts a price that is 60 seconds old with a confidence interval of 2 %', async () => {
    const { tokenOf } = await list([
      clock,
      usdcFeed({ price: 100_000_000n, confidence: 2_000_000n, publishTime: NOW - 60n }),
    ]);
    expect(tokenOf(USDC.mint)).toMatchObject({ price: { usd: '1', confidence: '0.02' }, value: '2.500001' });
  });

  it.each<[string, SnapshotAccount[]]>([
    ['wrong-mint', [solFeed, jitoPool({ mint: USDC.mint })]],
    ['wrong-owner', [solFeed, jitoPool({}, OLD_RECEIVER)]],
    ['empty-pool', [solFeed, jitoPool({ supply: 0n })]],
    ['stale-pool', [solFeed, jitoPool({ epoch: 898n })]],
    ['sol-unpriced', [jitoPool()]],
  ])('leaves the token of a stake pool unpriced: %s', async (reason, accounts) => {
    const { tokenOf } = await list([clock, ...accounts]);
    expect(tokenOf(JITOSOL.mint)).toMatchObject({ price: null, unpriced: reason });
  });

  it('leaves a token with scaled amounts unpriced', async () => {
    const scaled = [
      account(
        addressOf(`values ${USDC.mint}`),
        TOKEN_2022_PROGRAM,
        encodeExtended(encodeTokenAccount({ mint: USDC.mint, owner: OWNER, amount: 1n }), 2, []),
      ),
      account(
        USDC.mint,
        TOKEN_2022_PROGRAM,
        encodeExtended(encodeMint({ supply: 1n, decimals: 6 }), 1, [encodeScaledUiAmount(2, 2, 0n)]),
      ),
    ];
    const { tokenOf } = await list([clock, usdcFeed(), ...scaled]);
    expect(tokenOf(USDC.mint)).toMatchObject({ price: null, unpriced: 'scaled-amount' });
  });

  it('reads all prices with one call, shared by the listings of 15 seconds', async () => {
    const { node, ask } = await list([clock, solFeed, usdcFeed()]);
    await Promise.all([ask(), ask({ kind: 'token' })]);
    const reads = node.calls.filter(({ params }) => JSON.stringify(params).includes(SOL.old));
    expect(reads.map(({ method }) => method)).toEqual(['getMultipleAccounts']);
  });

  it('lists the tokens without prices if the feeds cannot be read', async () => {
    const { node, ask } = await list([clock, solFeed, usdcFeed()], { prices: false });
    node.fault = ({ params }) =>
      JSON.stringify(params).includes(SOL.old) ? { rpcError: { code: -32601, message: 'no' } } : undefined;
    const { json } = await ask({ prices: true });
    expect(json.result).toMatchObject({
      price: null,
      unpriced: 'unread',
      value: '0',
      priced: { n: 0, of: 4 },
    });
  });

  it('reads no feed without `prices`, nor with VALUES=off', async () => {
    const without = await list([clock, solFeed], { prices: false });
    expect(without.json.result).not.toHaveProperty('value');
    const off = await list([clock, solFeed], {}, { VALUES: 'off' });
    expect(off.json.result).toMatchObject({ price: null, unpriced: 'off', value: '0' });
    for (const { node } of [without, off]) expect(JSON.stringify(node.calls)).not.toContain(SOL.old);
  });

  it('rejects `prices` and `stake` without `extended`', async () => {
    const { json } = await list([], { extended: false });
    expect(json.error).toMatchObject({ code: -32602, data: { reason: 'invalid-value' } });
  });
});

describe('the sample network', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await runService();
  });
  afterAll(() => service.stop());

  it('has prices of both generations, a stake pool, and unpriced tokens', async () => {
    const { json } = await service.call('/solana/104', {
      id: 1,
      method: 'enhancedGetTokensAndNFTs',
      params: [SAMPLE_SHOWCASE_WALLET, { extended: true, prices: true, stake: true }],
    });
    const { tokens, value, priced } = json.result;
    const unpriced = (tokens as { symbol: string; unpriced: string | null }[])
      .filter((token) => token.unpriced !== null)
      .map((token) => [token.symbol, token.unpriced]);
    expect(unpriced.sort()).toEqual([
      ['FIRE', 'stale'],
      ['LARK', 'no-feed'],
      ['ORCH', 'wide'],
      ['TIDAL', 'no-feed'],
    ]);
    expect(priced).toEqual({ n: 7, of: 11 });
    expect(value).toBe('24989.178269');
  });
});
