import { beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { publicKeys } from '@/lib/testing/keys';
import { count, randomNumbers } from '@/lib/testing/measure';
import { type NodeFault, type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { runService } from '@/lib/testing/servers/running-service';
import { encodeMint, encodeTokenAccount } from '@/lib/testing/solana/encode-token-accounts';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';

// Runs the complete service with upstreams that fail in many ways. Every response must be either correct or -32002.

const SEED = Number(process.env.FAULT_SEED ?? 20261121);
/** Deadline, in ms, for calls that end only at their deadline. */
const SHORT_MS = 4000;
/** Deadline, in ms, for calls that must succeed even on a busy machine. */
const LONG_MS = 120_000;

const FAULTS: Record<string, NodeFault> = {
  '429 with Retry-After': { status: 429, headers: { 'retry-after': '0.05' } },
  '429': { status: 429 },
  '403': { status: 403 },
  '500 in HTML': { status: 500, body: '<h1>oops</h1>' },
  '503 with Retry-After': { status: 503, headers: { 'retry-after': '0.05' } },
  'an unhealthy node': { rpcError: { code: -32005, message: 'Node is behind' } },
  'an internal error': { rpcError: { code: -32603, message: 'Internal' } },
  'a refused method': { rpcError: { code: -32601, message: 'Method not found' } },
  'a delay': { delayMs: 60 },
  'a hang': 'hang',
  'a reset': 'reset',
  'a truncated body': 'truncate',
  'a slow body': 'slow-body',
  'a wrong id': 'wrong-id',
  'HTML with 200': 'html',
  'no JSON': 'not-json',
  'null instead of the result': 'null-result',
  'missing rows': 'short-rows',
  'an old slot': 'old-slot',
};
/** Faults that one response cannot reveal: a list with missing rows, or old data with a current slot. */
const isLie = (fault: NodeFault) => fault === 'short-rows' || fault === 'old-slot';
/** Faults for which one attempt can take longer than the short deadline. */
const isSlow = (fault: NodeFault) => fault === 'hang' || fault === 'slow-body';
const isDelay = (fault: NodeFault) => typeof fault === 'object' && 'delayMs' in fault;
/** Faults that are detected early enough to try another endpoint. */
const failsOver = (fault: NodeFault) => !isSlow(fault);

const owners = [0, 1, 7, 30, 120].map((nfts) => ({ nfts, owner: addressOf(`faults ${nfts}`) }));
const mint = addressOf('faults mint');
const accounts = [
  ...owners.flatMap(({ nfts, owner }) => [
    ...nftWallet(owner, nfts),
    {
      pubkey: addressOf(`${owner} token`),
      owner: TOKEN_PROGRAM,
      lamports: 1n,
      data: encodeTokenAccount({ mint, owner, amount: 18446744073709551615n }).toString('base64'),
    },
  ]),
  {
    pubkey: mint,
    owner: TOKEN_PROGRAM,
    lamports: 1n,
    data: encodeMint({ supply: 18446744073709551615n, decimals: 9 }).toString('base64'),
  },
];
const keys = publicKeys(40, 700_000);

let right: Map<string, string>;

/** Starts a service with two endpoints for chain 101 and one for chain 1. */
async function start(deadlineMs: number) {
  const answers = sampleNode(snapshotOf(1_000, accounts));
  const nodes = await Promise.all([
    testNode(answers),
    testNode(answers),
    testNode(async (method) => (method === 'eth_getCode' ? '0x6080' : '0x1')),
  ]);
  const [first, second, evm] = nodes;
  const service = await runService({
    SOLANA_RPC_URL_101: `${first.url},${second.url}`,
    EVM_RPC_URL_1: evm.url,
    SOLANA_CACHE_MS: '0',
    REQUEST_DEADLINE_MS: String(deadlineMs),
  });
  const stop = async () => {
    await service.stop();
    await Promise.all(nodes.map((node) => node.close()));
  };
  return { call: service.call, nodes, first, stop };
}
type Started = Awaited<ReturnType<typeof start>>;
const listing = (owner: string) => ({
  path: '/solana',
  body: {
    jsonrpc: '2.0',
    id: 1,
    chainId: 101,
    method: 'enhancedGetTokensAndNFTs',
    params: [owner, { extended: true }],
  },
});
const lookUp = (key: string) => ({
  path: '/evm-chain',
  body: {
    jsonrpc: '2.0',
    id: 1,
    chainId: 1,
    method: 'svc_aa_getBTCAccount',
    params: [{ name: 'BTC', version: '2.0.0', btcPublicKey: key }],
  },
});
type Call = ReturnType<typeof listing> | ReturnType<typeof lookUp>;
const calls: Call[] = [...owners.map(({ owner }) => listing(owner)), ...keys.map(lookUp)];

/** Returns the outcome of a call. Throws if the response is neither correct nor -32002. */
async function outcome(service: Started, call: Call): Promise<'right' | 'refused' | 'fields left out'> {
  const { status, text, json } = await service.call(call.path, call.body);
  expect(status).toBe(200);
  if (json.error) {
    expect(json.error.code).toBe(-32002);
    expect(text).not.toMatch(/127\.0\.0\.1|oops| at .*\.ts/);
    return 'refused';
  }
  const expected = right.get(JSON.stringify(call.body));
  if (text === expected) return 'right';
  // Unreadable metadata, editions and names only affect their own fields; the result contains a warning (contract §3).
  const bare = ({ result }: typeof json) => ({
    slot: result.slot,
    lamports: result.lamportsString,
    tokens: result.tokens.map((each: { warnings: string[] }) => ({
      ...each,
      warnings: each.warnings.filter((word) => word !== 'metadata-unread'),
    })),
    nfts: result.nfts.map((each: Record<string, unknown>) => [each.mint, each.address, each.amount]),
  });
  const gaps = ({ result }: typeof json): string[] => [
    ...result.warnings,
    ...result.coverage.notRead.map(({ what }: { what: string }) => what),
  ];
  const usual = gaps(JSON.parse(expected ?? ''));
  const more = gaps(json).filter((gap) => !usual.includes(gap));
  expect(more.length).toBeGreaterThan(0);
  expect(['metadata-unread', 'editions', 'metadata', 'primary-name']).toEqual(expect.arrayContaining(more));
  expect(bare(json)).toEqual(bare(JSON.parse(expected ?? '')));
  return 'fields left out';
}

beforeAll(async () => {
  const service = await start(LONG_MS);
  right = new Map();
  for (const call of calls) {
    const { text, json } = await service.call(call.path, call.body);
    expect(json.error).toBeUndefined();
    right.set(JSON.stringify(call.body), text);
  }
  // Check the reference responses: every wallet must be complete, every u64 exact.
  for (const { owner, nfts } of owners) {
    const { result } = JSON.parse(right.get(JSON.stringify(listing(owner).body)) ?? '');
    expect([result.nfts.length, result.tokens.length]).toEqual([nfts, 1]);
    expect(result.tokens[0].amountString).toBe('18446744073709551615');
  }
  await service.stop();
});

const misbehave = (nodes: readonly TestNode[], fault: NodeFault) => {
  for (const node of nodes)
    node.fault = ({ method }) => (isLie(fault) && method !== 'getMultipleAccounts' ? undefined : fault);
};

/** Creates a deck of faults that deals each kind equally often. */
function deck(kinds: readonly NodeFault[]) {
  const dealt = new Map(kinds.map((kind) => [kind, 0]));
  return {
    fewest: () => Math.min(...dealt.values()),
    deal(method: string): NodeFault {
      const suitable = kinds.filter((kind) => !isLie(kind) || method === 'getMultipleAccounts');
      const timesOf = (kind: NodeFault) => dealt.get(kind) ?? 0;
      const rarest = suitable.reduce((a, b) => (timesOf(b) < timesOf(a) ? b : a));
      dealt.set(rarest, timesOf(rarest) + 1);
      return rarest;
    },
  };
}

describe('the service with faulty upstreams', () => {
  it.concurrent.each(Object.entries(FAULTS))(
    'answers correctly or with -32002 if one upstream endpoint has the fault: %s',
    async (_, fault) => {
      const service = await start(isSlow(fault) ? SHORT_MS : LONG_MS);
      try {
        misbehave([service.first], fault);
        const result = await outcome(service, listing(owners[3]?.owner ?? ''));
        if (failsOver(fault)) expect(result).toBe('right');
        expect(service.first.calls.length).toBeGreaterThan(0);
      } finally {
        await service.stop();
      }
    },
    LONG_MS,
  );

  it.concurrent.each(Object.entries(FAULTS))(
    'never returns complete holdings if all endpoints have a fault that is more than a delay: %s',
    async (_, fault) => {
      const service = await start(isDelay(fault) ? LONG_MS : SHORT_MS);
      try {
        misbehave(service.nodes, fault);
        const results = [
          await outcome(service, listing(owners[3]?.owner ?? '')),
          await outcome(service, lookUp(keys[0] ?? '')),
        ];
        if (isDelay(fault)) expect(results).toEqual(['right', 'right']);
        // A slow body can still be complete before the deadline.
        else if (fault !== 'slow-body') expect(results[0]).not.toBe('right');
      } finally {
        await service.stop();
      }
    },
    LONG_MS,
  );

  const total = count(2_000, 250);
  it(`answers ${total} calls correctly or with -32002 under a random mix of faults`, async () => {
    const service = await start(LONG_MS);
    const random = randomNumbers(SEED);
    // Faults that apply to fewer methods come first, so that every fault is used.
    const faults = deck(Object.values(FAULTS).sort((a, b) => Number(isLie(b)) - Number(isLie(a))));
    for (const node of service.nodes)
      node.fault = ({ method }) => (random() < 0.25 ? faults.deal(method) : undefined);
    const seen = { right: 0, refused: 0, 'fields left out': 0 };
    let next = 0;
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (next++ < total) {
          const call = calls[Math.floor(random() ** 2 * calls.length)] as Call;
          seen[await outcome(service, call)]++;
        }
      }),
    );
    // One fault costs one attempt, but calls fail while the circuit breaker is open.
    expect(seen.right).toBeGreaterThan(total / 2);
    process.stdout.write(
      `faults mixed at random, seed ${SEED}: ${JSON.stringify(seen)} ${faults.fewest()}\n`,
    );
    expect(faults.fewest()).toBeGreaterThan(0);
    await service.stop();
  }, 300_000);
});
