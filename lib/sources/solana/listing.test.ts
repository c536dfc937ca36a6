import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import {
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
  WRAPPED_SOL_MINT,
} from '@/lib/solana/programs';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { localTransport } from '@/lib/sources/transport/local-transport';
import { type HttpTransport, httpTransport } from '@/lib/sources/transport/transport';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { gate } from '@/lib/testing/gate';
import { count } from '@/lib/testing/measure';
import { type NodeFault, type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import {
  encodeExtended,
  encodeInlineMetadata,
  encodeMetadataPointer,
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadata,
} from '@/lib/testing/solana/encode-token-accounts';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { account, addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';
import { rpcHoldingsReader } from './listing';

const OWNER = addressOf('owner');
const SYSTEM = '11111111111111111111111111111111';
/** Returns a scope whose deadline only a hanging test reaches. */
const scope = () => scopeOf(AbortSignal.timeout(120_000));
/** Timeout of attempts that hang, in ms; other attempts may take as long as the machine needs. */
const HANG_MS = 600;

/** Creates the wallet on the faulty node: 250 NFTs, a token, wrapped SOL, a zero balance and a Token-2022 NFT. */
function wallet(): SnapshotAccount[] {
  const token = addressOf('token');
  const empty = addressOf('empty');
  const extended = addressOf('extended');
  return [
    ...nftWallet(OWNER, 250),
    { pubkey: OWNER, owner: SYSTEM, lamports: 9_007_199_254_740_993n, data: '' },
    account(
      addressOf('token account'),
      TOKEN_PROGRAM,
      encodeTokenAccount({ mint: token, owner: OWNER, amount: 18446744073709551615n, frozen: true }),
    ),
    account(token, TOKEN_PROGRAM, encodeMint({ supply: 18446744073709551615n, decimals: 9 })),
    account(
      addressOf('wsol account'),
      TOKEN_PROGRAM,
      encodeTokenAccount({ mint: WRAPPED_SOL_MINT, owner: OWNER, amount: 5n, rentExemptReserve: 1n }),
    ),
    account(WRAPPED_SOL_MINT, TOKEN_PROGRAM, encodeMint({ supply: 0n, decimals: 9 })),
    account(
      addressOf('empty account'),
      TOKEN_PROGRAM,
      encodeTokenAccount({ mint: empty, owner: OWNER, amount: 0n }),
    ),
    account(
      addressOf('extended account'),
      TOKEN_2022_PROGRAM,
      encodeExtended(encodeTokenAccount({ mint: extended, owner: OWNER, amount: 1n }), 2, [
        { type: 7, value: new Uint8Array(0) },
      ]),
    ),
    account(
      extended,
      TOKEN_2022_PROGRAM,
      encodeExtended(encodeMint({ supply: 1n, decimals: 0 }), 1, [
        { type: 18, value: encodeMetadataPointer(extended) },
        {
          type: 19,
          value: encodeInlineMetadata({
            updateAuthority: OWNER,
            mint: extended,
            name: 'Inline',
            symbol: 'IN',
            uri: 'https://documents.example/inline',
          }),
        },
      ]),
    ),
  ];
}

let node: TestNode;
let second: TestNode;
const open: HttpTransport[] = [];
const reader = (urls: string[], over: Partial<Parameters<typeof httpTransport>[0]> = {}) => {
  const transport = httpTransport({ urls, timeoutMs: 60_000, backoffMs: 10, ...over });
  open.push(transport);
  const read = rpcHoldingsReader({ transport, tokenList: async () => EMPTY_TOKEN_LIST });
  return async (owner: string, scope: RequestScope) => (await read(owner, scope)).holdings;
};

beforeAll(async () => {
  const answers = sampleNode(snapshotOf(1_000, wallet()));
  [node, second] = await Promise.all([testNode(answers), testNode(answers)]);
});
afterAll(async () => {
  await Promise.all([...open.map((each) => each.close()), node.close(), second.close()]);
});
beforeEach(() => {
  node.fault = undefined;
  second.fault = undefined;
  node.calls.length = 0;
});

function expectComplete(holdings: Awaited<ReturnType<ReturnType<typeof reader>>>) {
  expect(holdings.nfts).toHaveLength(251);
  expect(holdings.tokens.map(({ amount }) => amount).sort()).toEqual([18446744073709551615n, 5n].sort());
  expect(holdings.lamports).toBe(9_007_199_254_740_993n);
  expect(holdings.slot).toBe(1_000);
  expect(holdings.warnings).toEqual([]);
  expect(holdings.nfts.find(({ name }) => name === 'Inline')?.programId).toBe(TOKEN_2022_PROGRAM);
}

describe('rpcHoldingsReader', () => {
  it('returns complete, ordered, exact holdings with 3 + ⌈2M/100⌉ calls for M mints, in two steps', async () => {
    const holdings = await reader([node.url])(OWNER, scope());
    expectComplete(holdings);
    expect(holdings.nfts.map(({ mint }) => mint)).toEqual(holdings.nfts.map(({ mint }) => mint).sort());
    expect(node.calls).toHaveLength(3 + Math.ceil((2 * 253) / 100));
    expect(
      node.calls
        .slice(0, 3)
        .map(({ method }) => method)
        .sort(),
    ).toEqual(['getBalance', 'getTokenAccountsByOwner', 'getTokenAccountsByOwner']);
  });

  it('returns empty holdings for an account that does not exist', async () => {
    const { lamports, nfts, tokens } = await reader([node.url])(addressOf('nobody'), scope());
    expect({ lamports, nfts, tokens }).toEqual({ lamports: 0n, nfts: [], tokens: [] });
  });
});

describe('the order of a listing', () => {
  const answers = localTransport(sampleNode(snapshotOf(1_000, wallet())));

  it('sends the accounts of a hundred mints before it derives the addresses of the next', async () => {
    const events: string[] = [];
    const read = rpcHoldingsReader({
      transport: async (method, ...rest) => {
        if (method === 'getMultipleAccounts') {
          events.push('call');
          // An idle connection is written to in the next turn of the event loop.
          setImmediate(() => events.push('sent'));
        }
        return answers(method, ...rest);
      },
      tokenList: async () => EMPTY_TOKEN_LIST,
    });
    await read(OWNER, scope());
    // A mint and its metadata are two accounts, and a call reads a hundred.
    expect(events.slice(0, 3)).toEqual(['call', 'call', 'sent']);
  });

  it('a token list that can’t be read causes no unhandled rejection if the node fails first', async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    const read = rpcHoldingsReader({
      transport: async () => {
        throw new Error('the node fails');
      },
      tokenList: () => Promise.reject(new Error('the token list fails')),
    });
    await expect(read(OWNER, scope())).rejects.toThrow('the node fails');
    await new Promise((resolve) => setTimeout(resolve, 0));
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
  });
});

/** Creates a node that returns null for the accounts in `gone`. */
const nodeLacking = (gone: readonly unknown[]) =>
  testNode(
    sampleNode(
      snapshotOf(
        1_000,
        wallet().filter(({ pubkey }) => !gone.includes(pubkey)),
      ),
    ),
  );
const mintOf = (index: number) => addressOf(`${OWNER} mint ${index}`);
const firstMints = (count: number) => Array.from({ length: count }, (_, index) => mintOf(index));

describe('a node without the mints of held tokens', () => {
  const nodeWithout = (count: number) => nodeLacking(firstMints(count));

  it('reads mints from another node if the first node lacks mints of held tokens', async () => {
    const lacking = await nodeWithout(125);
    try {
      expectComplete(await reader([lacking.url, second.url])(OWNER, scope()));
    } finally {
      await lacking.close();
    }
  });

  it('reading holdings fails if at least ten mints, and more than a tenth of all mints, are missing', async () => {
    for (const [count, fails] of [
      [125, true],
      [26, true],
      [25, false],
    ] as const) {
      const lacking = await nodeWithout(count);
      const read = reader([lacking.url])(OWNER, scope());
      if (fails)
        await expect(read).rejects.toMatchObject({ reason: 'upstream-incomplete', data: { missing: count } });
      else {
        const { tokens, nfts } = await read;
        const guessed = tokens.filter(({ warnings }) => warnings.includes('mint-missing'));
        expect(guessed.map(({ mint }) => mint).sort()).toEqual(firstMints(count).sort());
        expect(nfts).toHaveLength(251 - count);
      }
      await lacking.close();
    }
  });
});

describe('a node without the metadata of held mints', () => {
  const nodeWithout = (count: number) => nodeLacking(firstMints(count).map(metadataAddressOf));

  it('reads metadata from another node if the first node lacks much of the metadata', async () => {
    const lacking = await nodeWithout(125);
    try {
      expectComplete(await reader([lacking.url, second.url])(OWNER, scope()));
    } finally {
      await lacking.close();
    }
  });

  it('retries missing metadata once if much of it is missing, but not if only a little is', async () => {
    for (const [count, questions] of [
      [125, 2],
      [25, 0],
    ] as const) {
      const lacking = await nodeWithout(count);
      const whole = await nodeWithout(0);
      const { tokens, nfts } = await reader([lacking.url])(OWNER, scope());
      await reader([whole.url])(OWNER, scope());
      const called = (node: TestNode) => node.countOf('getMultipleAccounts');
      expect(called(lacking) - called(whole)).toBe(questions);
      expect(nfts).toHaveLength(251 - count);
      expect(tokens.length).toBeGreaterThan(count);
      await Promise.all([lacking.close(), whole.close()]);
    }
  });
});

describe('empty accounts whose mints were closed', () => {
  const left = Array.from({ length: 50 }, (_, index) =>
    account(
      addressOf(`left ${index}`),
      TOKEN_2022_PROGRAM,
      encodeExtended(
        encodeTokenAccount({ mint: addressOf(`closed ${index}`), owner: OWNER, amount: 0n }),
        2,
        [],
      ),
    ),
  );
  it('do not make a listing with empty accounts fail', async () => {
    const transport = localTransport(sampleNode(snapshotOf(1_000, [...wallet(), ...left])));
    const read = rpcHoldingsReader({ transport, tokenList: async () => EMPTY_TOKEN_LIST });
    const { holdings } = await read(OWNER, scope(), undefined, { selection: {}, withEmpty: true });
    expect(holdings.nfts).toHaveLength(251);
    const empty = holdings.tokens.filter(({ amount }) => amount === 0n);
    expect(empty.map(({ address }) => address).sort()).toEqual(
      [addressOf('empty account'), ...left.map(({ pubkey }) => pubkey)].sort(),
    );
  });
});

describe('a listing that fails', () => {
  it('sends no more calls than those in flight', async () => {
    const many = await testNode(sampleNode(snapshotOf(1_000, nftWallet(OWNER, 8_000))));
    const answered = gate();
    many.fault = ({ method, params }) => {
      if (method !== 'getMultipleAccounts') return undefined;
      const isFirst = (params[0] as string[]).includes(mintOf(0));
      return isFirst ? { rpcError: { code: -32000, message: 'refused' } } : { after: answered.opened };
    };
    await expect(reader([many.url])(OWNER, scope())).rejects.toMatchObject({
      name: 'UpstreamUnavailableError',
    });
    const sent = many.calls.length;
    answered.open();
    await until('no more calls are sent', async () => {
      const before = many.calls.length;
      await sleep(200);
      return many.calls.length === before && many.inFlight() === 0;
    });
    // A call that was sent before the failure may arrive after it.
    expect(many.calls.length - sent).toBeLessThanOrEqual(32);
    await many.close();
  });

  it('keeps no memory for a list that waits for it', async () => {
    const memory = new ByteBudget(10_000_000);
    await memory.take(9_000_000, new AbortController().signal);
    const answers = sampleNode(snapshotOf(1_000, nftWallet(OWNER, 1_500)));
    const listed = gate();
    const transport = localTransport(async (method, params, callScope) => {
      if (method === 'getBalance') {
        await listed.opened;
        throw new UpstreamCallError(-32000, 'refused');
      }
      const answer = await answers(method, params, callScope);
      if (method === 'getTokenAccountsByOwner') setTimeout(listed.open, 50);
      return answer;
    });
    const read = rpcHoldingsReader({ transport, tokenList: async () => EMPTY_TOKEN_LIST, memory });
    await expect(read(OWNER, scope())).rejects.toMatchObject({ name: 'UpstreamUnavailableError' });
    memory.give(9_000_000);
    // Another call can take the whole budget.
    await memory.take(10_000_000, AbortSignal.timeout(30_000));
  });
});

/** Makes the node apply `fault` to the first call of each method. */
const first = (fault: NodeFault) => {
  const seen = new Set<string>();
  node.fault = ({ method }) => {
    if (seen.has(method)) return undefined;
    seen.add(method);
    return fault;
  };
};

describe('rpcHoldingsReader with a faulty node', () => {
  it.each<[string, NodeFault]>([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '1' } }],
    ['429 without', { status: 429 }],
    ['500', { status: 500, body: '<h1>oops</h1>' }],
    ['503 with Retry-After', { status: 503, headers: { 'retry-after': '0.2' } }],
    ['a hang', 'hang'],
    ['a reset', 'reset'],
    ['a truncated body', 'truncate'],
    ['a slow body', 'slow-body'],
    ['a wrong id', 'wrong-id'],
    ['HTML with 200', 'html'],
    ['JSON cut off', 'not-json'],
    ['null instead of rows', 'null-result'],
    ['a missing row', 'short-rows'],
    ['an old slot', 'old-slot'],
    ['an unhealthy node', { rpcError: { code: -32005, message: 'Node is behind' } }],
    ['an internal error', { rpcError: { code: -32603, message: 'Internal' } }],
  ])('returns complete holdings after recovery from %s', async (name, fault) => {
    if (fault === 'null-result' || fault === 'short-rows' || fault === 'old-slot') {
      let left = 2;
      node.fault = ({ method }) => (method === 'getMultipleAccounts' && left-- > 0 ? fault : undefined);
    } else first(fault);
    const started = performance.now();
    const over = fault === 'hang' || fault === 'slow-body' ? { timeoutMs: HANG_MS } : {};
    expectComplete(await reader([node.url], over)(OWNER, scope()));
    if (name === '429 with Retry-After') expect(performance.now() - started).toBeGreaterThan(1_900);
  });

  it.each<[string, NodeFault]>([
    ['503', { status: 503 }],
    ['a reset', 'reset'],
    ['HTML', 'html'],
    ['403', { status: 403 }],
    ['a refused method', { rpcError: { code: -32601, message: 'Method not found' } }],
  ])('uses the second endpoint if the first never recovers from %s', async (_, fault) => {
    node.fault = () => fault;
    expectComplete(await reader([node.url, second.url])(OWNER, scope()));
  });

  it('splits batches of keys in half for a node that allows only 75 keys or fewer bytes per call', async () => {
    node.fault = ({ params: [keys] }) =>
      Array.isArray(keys) && keys.length > 75
        ? { rpcError: { code: -32602, message: 'limited to a 75 range' } }
        : undefined;
    expectComplete(await reader([node.url])(OWNER, scope()));
    node.fault = ({ params: [keys] }) =>
      Array.isArray(keys) && keys.length > 20 ? { status: 413 } : undefined;
    expectComplete(await reader([node.url])(OWNER, scope()));
  });

  it.each(['getBalance', 'getTokenAccountsByOwner'])(
    'reading holdings rejects if %s keeps failing',
    async (failing) => {
      node.fault = ({ method }) => (method === failing ? { status: 500 } : undefined);
      await expect(reader([node.url], { maxAttempts: 2 })(OWNER, scope())).rejects.toMatchObject({
        name: 'UpstreamUnavailableError',
        reason: 'upstream-unavailable',
      });
    },
  );

  it('reading holdings rejects, instead of returning a short list, if the node does not support Token-2022', async () => {
    node.fault = ({ params: [, filter] }) =>
      (filter as { programId?: string } | undefined)?.programId === TOKEN_2022_PROGRAM
        ? { rpcError: { code: -32602, message: 'Invalid param: unrecognized Token program id' } }
        : undefined;
    await expect(reader([node.url])(OWNER, scope())).rejects.toMatchObject({
      name: 'UpstreamUnavailableError',
      reason: 'token-accounts-refused',
    });
  });

  it('returns all items, with warnings and empty fields, if the metadata cannot be read', async () => {
    const metadata = new Set(
      nftWallet(OWNER, 250).flatMap(({ owner, pubkey }) =>
        owner === TOKEN_METADATA_PROGRAM ? [pubkey] : [],
      ),
    );
    node.fault = ({ method, params: [keys] }) =>
      method === 'getMultipleAccounts' && (keys as string[]).every((key) => metadata.has(key))
        ? { status: 500 }
        : undefined;
    const holdings = await reader([node.url], { maxAttempts: 2 })(OWNER, scope());
    expect(holdings.nfts).toHaveLength(251);
    expect(holdings.warnings).toEqual(['metadata-unread']);
    const unread = holdings.nfts.filter(({ warnings }) => warnings.includes('metadata-unread'));
    expect(unread.length).toBeGreaterThan(50);
    expect(unread[0]).toMatchObject({
      name: '',
      isSemiFungible: false,
      sellerFeeBasisPoints: null,
      metadata: {
        key: 0,
        data: { uri: '', sellerFeeBasisPoints: null, creators: null },
        primarySaleHappened: null,
        isMutable: null,
      },
    });
    expect(holdings.coverage.notRead).toContainEqual({ what: 'metadata', why: 'upstream-failed' });
  });

  it('the error reports the progress of the read if the node hangs until the deadline', async () => {
    const deadline = new AbortController();
    node.fault = ({ method }) => {
      if (method !== 'getMultipleAccounts') return undefined;
      setTimeout(() => deadline.abort(), 50);
      return 'hang';
    };
    await expect(reader([node.url])(OWNER, scopeOf(deadline.signal))).rejects.toMatchObject({
      name: 'UpstreamUnavailableError',
      reason: 'deadline-exceeded',
      message: expect.stringMatching(/with 0 of 5\d\d mint and metadata accounts read/),
    });
  });

  it('an error from reading holdings never names the node', async () => {
    node.fault = () => ({ status: 500, body: 'secret-host.example' });
    const thrown: Error = await reader([node.url], { maxAttempts: 2 })(OWNER, scope()).then(
      () => new Error(),
      (error) => error,
    );
    expect(thrown.name).toBe('UpstreamUnavailableError');
    expect(thrown.message + JSON.stringify({ ...thrown })).not.toMatch(/127\.0\.0\.1|secret-host/);
  });
});

describe('rpcHoldingsReader with random faults', () => {
  it('under random faults, returns correct, complete holdings or rejects with UpstreamUnavailableError', async () => {
    const faults: NodeFault[] = [
      { status: 429 },
      { status: 500 },
      { status: 503, headers: { 'retry-after': '0.05' } },
      { rpcError: { code: -32005, message: 'Node is behind' } },
      { delayMs: 60 },
      'hang',
      'reset',
      'truncate',
      'wrong-id',
      'html',
      'not-json',
      'null-result',
      'short-rows',
      'old-slot',
    ];
    const random = fc.sample(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.constantFrom(...faults)), {
      numRuns: count(3_000, 600),
      seed: 7,
    });
    let turn = 0;
    const shaky = ({ method }: { method: string }) => {
      const [chance, fault] = random[turn++ % random.length] ?? [99, 'reset'];
      // In a list of token accounts, neither missing rows nor an old slot can be detected.
      const lie = fault === 'old-slot' || fault === 'short-rows';
      return chance < 25 && (!lie || method === 'getMultipleAccounts') ? fault : undefined;
    };
    node.fault = shaky;
    second.fault = shaky;
    // Attempts that time out on a busy machine count as another kind of fault.
    const list = reader([node.url, second.url], { timeoutMs: 2 * HANG_MS });
    let complete = 0;
    for (let i = 0; i < 40; i++) {
      const result = await list(OWNER, scope()).catch((error: { name: string }) => error.name);
      if (result === 'UpstreamUnavailableError') continue;
      if (typeof result === 'string') throw new Error(result);
      // Unread metadata leaves fields empty and adds a warning; everything else must be complete.
      if (result.warnings.length === 0) expectComplete(result);
      else
        expect([result.nfts.length, result.tokens.length, result.warnings]).toEqual([
          251,
          2,
          ['metadata-unread'],
        ]);
      complete += 1;
    }
    expect(complete).toBeGreaterThan(0);
  });
});

describe('recorded on-chain accounts over HTTP', () => {
  const vectors = solanaVectors('token', 'token2022', 'mint', 'mint2022', 'metadata');
  const owners = [
    ...new Set(
      vectors.flatMap(({ expected }) =>
        expected.kind.startsWith('token') ? [String(expected.decoded?.owner)] : [],
      ),
    ),
  ];

  it(`the holdings of each of the ${owners.length} recorded owners are listed over HTTP`, async () => {
    const accounts = vectors.map(({ account: { pubkey, owner, lamports, data } }) => ({
      pubkey,
      owner,
      lamports: BigInt(lamports ?? 1),
      data,
    }));
    const recorded = await testNode(sampleNode(snapshotOf(1, accounts)));
    const list = reader([recorded.url]);
    const latest = new Map(vectors.map((vector) => [vector.account.pubkey, vector]));
    for (const owner of owners) {
      const { nfts, tokens } = await list(owner, scope());
      const held = [...latest.values()].filter(
        ({ expected }) =>
          expected.decoded?.owner === owner &&
          expected.decoded.amount !== '0' &&
          expected.kind.startsWith('token'),
      );
      expect([...nfts, ...tokens].map(({ address }) => address).sort()).toEqual(
        held.map(({ account }) => account.pubkey).sort(),
      );
      expect([...nfts, ...tokens].reduce((sum, { amount }) => sum + amount, 0n)).toBe(
        held.reduce((sum, { expected }) => sum + BigInt(String(expected.decoded?.amount)), 0n),
      );
    }
    await recorded.close();
  });
});

describe('Token-2022 metadata', () => {
  const mint = addressOf('pointing');
  const other = addressOf('elsewhere');
  const inline = (of: string, name: string) =>
    encodeInlineMetadata({ updateAuthority: null, mint: of, name, symbol: '', uri: '' });
  const itemsOf = async (
    pointer: string | null,
    inside: Uint8Array | undefined,
    more: SnapshotAccount[] = [],
    unreadable = '',
  ) => {
    const entries = [
      { type: 18, value: encodeMetadataPointer(pointer) },
      ...(inside === undefined ? [] : [{ type: 19, value: inside }]),
    ];
    const node = sampleNode(
      snapshotOf(1, [
        account(
          addressOf('a'),
          TOKEN_2022_PROGRAM,
          encodeExtended(encodeTokenAccount({ mint, owner: OWNER, amount: 1n }), 2, []),
        ),
        account(
          mint,
          TOKEN_2022_PROGRAM,
          encodeExtended(encodeMint({ supply: 1n, decimals: 0 }), 1, entries),
        ),
        ...more,
      ]),
    );
    const transport = localTransport(async (method, params, callScope) => {
      if (JSON.stringify(params).includes(`"${unreadable}"`)) throw new UpstreamCallError(-32000, 'refused');
      return node(method, params, callScope);
    });
    const { holdings } = await rpcHoldingsReader({ transport, tokenList: async () => EMPTY_TOKEN_LIST })(
      OWNER,
      scope(),
    );
    return [...holdings.nfts, ...holdings.tokens];
  };
  const namesOf = async (...wallet: Parameters<typeof itemsOf>) =>
    (await itemsOf(...wallet)).map(({ name }) => name);
  const pda = metadataAddressOf(mint) ?? '';
  const metaplex = (address: string, of = mint, program = TOKEN_METADATA_PROGRAM) =>
    account(
      address,
      program,
      encodeTokenMetadata({ updateAuthority: OWNER, mint: of, name: 'Metaplex', symbol: '', uri: '' }),
    );

  it('metadata in a Token-2022 mint takes precedence over the Metaplex account if the pointer names the mint', async () => {
    expect(await namesOf(mint, inline(mint, 'Inline'), [metaplex(pda)])).toEqual(['Inline']);
  });
  it('metadata in a mint is ignored if this metadata names another mint', async () => {
    expect(await namesOf(mint, inline(other, 'Stolen'))).toEqual(['']);
    expect(await namesOf(mint, inline(other, 'Stolen'), [metaplex(pda)])).toEqual(['Metaplex']);
  });
  it('the metadata pointer of a mint can name the Metaplex account or another account', async () => {
    expect(await namesOf(pda, undefined, [metaplex(pda)])).toEqual(['Metaplex']);
    expect(await namesOf(null, undefined, [metaplex(pda)])).toEqual(['Metaplex']);
    expect(await namesOf(other, undefined, [metaplex(other)])).toEqual(['Metaplex']);
  });
  it('mints whose metadata pointers name large accounts do not hide the metadata of other mints', async () => {
    const pointingTo = (name: string, target: string) => [
      account(
        addressOf(`${name} account`),
        TOKEN_2022_PROGRAM,
        encodeExtended(encodeTokenAccount({ mint: addressOf(name), owner: OWNER, amount: 1n }), 2, []),
      ),
      account(
        addressOf(name),
        TOKEN_2022_PROGRAM,
        encodeExtended(encodeMint({ supply: 1n, decimals: 0 }), 1, [
          { type: 18, value: encodeMetadataPointer(target) },
        ]),
      ),
    ];
    const loader = 'BPFLoaderUpgradeab1e11111111111111111111111';
    const spam = Array.from({ length: 8 }, (_, index) => [
      ...pointingTo(`spam ${index}`, addressOf(`program ${index}`)),
      account(addressOf(`program ${index}`), loader, Buffer.alloc(1_000_000, 7)),
    ]).flat();
    const target = account(
      addressOf('target'),
      TOKEN_2022_PROGRAM,
      encodeExtended(encodeMint({ supply: 0n, decimals: 0 }), 1, [
        {
          type: 19,
          value: encodeInlineMetadata({
            updateAuthority: OWNER,
            mint: addressOf('honest'),
            name: 'Honest',
            symbol: 'H',
            uri: 'https://documents.example/honest',
          }),
        },
      ]),
    );
    const accounts = [...pointingTo('honest', target.pubkey), target, ...spam];
    const spammed = await testNode(sampleNode(snapshotOf(1_000, accounts)));
    const { nfts, tokens } = await reader([spammed.url], { maxBytes: 4 * 1024 * 1024 })(OWNER, scope());
    const items = [...nfts, ...tokens];
    expect(items).toHaveLength(9);
    expect(items.find(({ mint }) => mint === addressOf('honest'))?.name).toBe('Honest');
    await spammed.close();
  });

  it('uses the Metaplex account if the target of the metadata pointer belongs to another program or mint', async () => {
    expect(await namesOf(other, undefined, [metaplex(other, mint, SYSTEM)])).toEqual(['']);
    expect(await namesOf(other, undefined, [metaplex(other, other), metaplex(pda)])).toEqual(['Metaplex']);
  });
  it('does not use the Metaplex account if the target of the metadata pointer could not be read', async () => {
    const [item] = await itemsOf(other, undefined, [metaplex(pda), metaplex(other)], other);
    expect(item).toMatchObject({ name: '', warnings: ['metadata-unread'] });
  });
  it('a Metaplex metadata account is ignored if another program owns it or it is burned to one byte', async () => {
    expect(await namesOf(null, undefined, [metaplex(pda, mint, SYSTEM)])).toEqual(['']);
    expect(await namesOf(null, undefined, [account(pda, TOKEN_METADATA_PROGRAM, Uint8Array.of(0))])).toEqual([
      '',
    ]);
  });
});
