import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MPL_CORE_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { encodeTokenAccount } from '@/lib/testing/solana/encode-token-accounts';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';

// Tests the effects of SOLANA_CORE_SCAN_<chainId> and SOLANA_AGREEMENT_<chainId> on POST /solana.

/** Owner of two of the recorded Core assets, which have different plugins. */
const CORE_OWNER = 'APrZTeVysBJqAznfLXS71NAzjr2fCVTSF1A66MeErzM7';
const OWNER = addressOf('agreement owner');

type Node = { transport: RpcHandler };
/** Nodes whose responses the tests change. */
const core: Node = { transport: sampleNode(snapshotOf(1, [])) };
const first: Node = { transport: sampleNode(snapshotOf(1, [])) };
const second: Node = { transport: sampleNode(snapshotOf(1, [])) };
const third: Node = { transport: sampleNode(snapshotOf(1, [])) };

/** Returns the recorded Core assets of `CORE_OWNER`. */
const ownedCores = () =>
  solanaVectors('core').filter(
    ({ bytes, expected }) => bytes[0] === 1 && (expected.decoded as { owner: string }).owner === CORE_OWNER,
  );

/** DAS handler that returns the owner's recorded MPL Core assets and a compressed NFT. */
const dasAnswer: RpcHandler = async (_method, params) => {
  const { page } = params as unknown as { page: number };
  const ownership = { owner: CORE_OWNER };
  const cores = ownedCores().map(({ account }) => ({
    id: account.pubkey,
    interface: 'MplCoreAsset',
    ownership,
  }));
  const leaf = { id: addressOf('leaf'), interface: 'V1_NFT', compression: { compressed: true }, ownership };
  return { items: page === 1 ? [...cores, leaf] : [] };
};

let running: RunningService;
const servers: TestNode[] = [];

beforeAll(async () => {
  for (const node of [core, first, second, third])
    servers.push(await testNode((method, params, signal) => node.transport(method, params, signal)));
  const das = await testNode(dasAnswer);
  servers.push(das);
  const urls = servers.slice(0, 4).map(({ url }) => url);
  running = await runService({
    SOLANA_RPC_URL_101: urls[0] ?? '',
    SOLANA_CORE_SCAN_101: 'on',
    SOLANA_RPC_URL_103: urls[0] ?? '',
    SOLANA_CORE_SCAN_103: 'on',
    SOLANA_DAS_URL_103: das.url,
    SOLANA_RPC_URL_102: urls.slice(1).join(','),
    SOLANA_AGREEMENT_102: '2',
    SOLANA_CACHE_MS: '0',
    REQUEST_DEADLINE_MS: '20000',
  });
});
afterAll(async () => {
  await running?.stop();
  await Promise.all(servers.map((server) => server.close()));
});

async function ask(owner: string, chainId: number, options: object = {}) {
  const response = await running.call('/solana', {
    jsonrpc: '2.0',
    id: 1,
    chainId,
    method: 'enhancedGetTokensAndNFTs',
    params: [owner, { extended: true, ...options }],
  });
  return response.json;
}

describe('a scan for MPL Core assets', () => {
  function scannable(refusal?: UpstreamCallError): RpcHandler {
    const node = sampleNode(snapshotOf(1_000, nftWallet(CORE_OWNER, 2)));
    return async (method, params, signal) => {
      if (method !== 'getProgramAccounts') return node(method, params, signal);
      if (refusal) throw refusal;
      expect(params[0]).toBe(MPL_CORE_PROGRAM);
      const { filters } = params[1] as { filters: { memcmp: { offset: number; bytes: string } }[] };
      // The filters must select the owner and accounts whose first byte is 1 (base58 "2"), which are assets.
      expect(filters.map(({ memcmp }) => memcmp)).toEqual([
        { offset: 0, bytes: '2', encoding: 'base58' },
        { offset: 1, bytes: CORE_OWNER, encoding: 'base58' },
      ]);
      return ownedCores().map(({ account }) => ({
        pubkey: account.pubkey,
        account: { owner: account.owner, lamports: 1, executable: false, data: [account.data, 'base64'] },
      }));
    };
  }

  it('a scan for MPL Core assets lists the assets with the other items and reports them in the coverage', async () => {
    core.transport = scannable();
    const { result } = await ask(CORE_OWNER, 101);
    const found = result.nfts.filter(
      ({ programId }: { programId: string }) => programId === MPL_CORE_PROGRAM,
    );
    expect(found.length).toBeGreaterThanOrEqual(2);
    expect(found[0]).toMatchObject({ name: 'Test Asset', symbol: '', metadata: { key: 0 } });
    expect(result.nfts).toHaveLength(found.length + 2);
    expect(result.coverage).toEqual({
      read: ['spl-token', 'token-2022', 'mpl-core'],
      notRead: [
        { what: 'compressed', why: 'no-das-endpoint' },
        { what: 'zk-compressed', why: 'not-supported' },
        { what: 'stake', why: 'not-supported' },
        // The node does not have the collection of one of the recorded assets.
        { what: 'collections', why: 'upstream-failed' },
      ],
    });
  });

  it('MPL Core assets that both the scan and the DAS endpoint return are listed and counted once', async () => {
    core.transport = scannable();
    const params = {
      ownerAddress: CORE_OWNER,
      limit: 1,
      options: { showGrandTotal: true, parseMetadataUri: false },
    };
    const list = async (chainId: number, cursor?: string) => {
      const body = { id: 1, chainId, method: 'getAssetsByOwner', params: { ...params, cursor } };
      return (await running.call('/solana', body)).json.result;
    };
    const scanned = await list(101);
    expect(scanned.grand_total).toBeGreaterThanOrEqual(4);
    let page = await list(103);
    expect(page.grand_total).toBe(scanned.grand_total + 1);
    const ids: string[] = [];
    for (; ; page = await list(103, page.cursor)) {
      ids.push(...page.items.map(({ id }: { id: string }) => id));
      if (page.cursor === undefined) break;
    }
    expect(ids).toHaveLength(page.grand_total);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('a refused scan for MPL Core assets is reported in the coverage of an otherwise complete response', async () => {
    core.transport = scannable(new UpstreamCallError(-32010, 'excluded from account secondary indexes'));
    const { result } = await ask(CORE_OWNER, 101);
    expect(result.nfts).toHaveLength(2);
    expect(result.coverage.notRead).toContainEqual({ what: 'mpl-core', why: 'scan-refused' });
  });

  it('an invalid result of a scan for MPL Core assets is not treated as an empty list', async () => {
    const node = scannable();
    core.transport = async (method, params, signal) =>
      method === 'getProgramAccounts' ? [{ pubkey: 5 }] : node(method, params, signal);
    const { result } = await ask(CORE_OWNER, 101);
    expect(result.coverage.notRead).toContainEqual({ what: 'mpl-core', why: 'scan-refused' });
  });
});

describe('two endpoints that must agree', () => {
  const wallet = nftWallet(OWNER, 3);
  const another: SnapshotAccount = {
    pubkey: addressOf('one more account'),
    owner: TOKEN_PROGRAM,
    lamports: 1n,
    data: encodeTokenAccount({ mint: addressOf(`${OWNER} mint 0`), owner: OWNER, amount: 7n }).toString(
      'base64',
    ),
  };
  const at = (slot: number, accounts: readonly SnapshotAccount[]) => sampleNode(snapshotOf(slot, accounts));

  beforeEach(() => {
    first.transport = at(500, wallet);
    second.transport = at(500, wallet);
    third.transport = at(500, wallet);
    for (const server of servers) server.calls.length = 0;
  });

  it('if two endpoints must agree, both are read and the result that they share is returned', async () => {
    const { result } = await ask(OWNER, 102);
    expect(result.nfts).toHaveLength(3);
    for (const index of [1, 2])
      expect(servers[index]?.calls.filter(({ method }) => method === 'getTokenAccountsByOwner')).toHaveLength(
        2,
      );
    expect(servers[3]?.calls).toHaveLength(0);
  });

  it('the call fails if one of two endpoints that must agree omits an account', async () => {
    second.transport = at(500, wallet.slice(0, -3));
    const { error } = await ask(OWNER, 102);
    expect(error).toMatchObject({ code: -32002, data: { reason: 'upstreams-disagree' } });
  });

  it('the call fails if two endpoints that must agree return different amounts', async () => {
    const lie = {
      ...another,
      data: encodeTokenAccount({ mint: addressOf('m'), owner: OWNER, amount: 8n }).toString('base64'),
    };
    first.transport = at(500, [...wallet, another]);
    second.transport = at(500, [...wallet, lie]);
    expect((await ask(OWNER, 102)).error.data.reason).toBe('upstreams-disagree');
  });

  it('if one of two endpoints that must agree lags, their results are compared again at the newer slot', async () => {
    first.transport = at(501, [...wallet, another]);
    let slot = 500;
    const behind = at(500, wallet);
    const caughtUp = at(501, [...wallet, another]);
    second.transport = async (method, params, signal) => {
      const { minContextSlot = 0 } = (params.at(-1) ?? {}) as { minContextSlot?: number };
      if (minContextSlot > slot) slot = 501;
      return (slot === 501 ? caughtUp : behind)(method, params, signal);
    };
    const { result } = await ask(OWNER, 102);
    expect(result.nfts).toHaveLength(4);
    expect(result.slot).toBe(501);
  });

  it('with quorum reads, an endpoint is read again if its results are from different slots', async () => {
    let torn = true;
    const old = at(499, wallet.slice(0, -3));
    const now = at(500, wallet);
    second.transport = async (method, params, signal) => {
      const isTorn = torn && method === 'getTokenAccountsByOwner';
      if (isTorn) torn = false;
      return (isTorn ? old : now)(method, params, signal);
    };
    expect((await ask(OWNER, 102)).result.nfts).toHaveLength(3);
  });

  it('a third endpoint is used if one of two endpoints that must agree is down', async () => {
    const down = servers[1];
    if (down === undefined) throw new Error('no server');
    down.fault = () => ({ status: 500 });
    try {
      expect((await ask(OWNER, 102)).result.nfts).toHaveLength(3);
      expect(servers[3]?.calls.length).toBeGreaterThan(0);
    } finally {
      down.fault = undefined;
    }
  });
});
