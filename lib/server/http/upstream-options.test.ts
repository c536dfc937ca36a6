import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MPL_CORE_PROGRAM } from '@/lib/solana/programs';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';

// Tests the effect of SOLANA_CORE_SCAN_<chainId> on POST /solana.

/** Owner of two of the recorded Core assets, which have different plugins. */
const CORE_OWNER = 'APrZTeVysBJqAznfLXS71NAzjr2fCVTSF1A66MeErzM7';

/** A node whose responses the tests change. */
const core: { transport: RpcHandler } = { transport: sampleNode(snapshotOf(1, [])) };

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
  const node = await testNode((method, params, signal) => core.transport(method, params, signal));
  const das = await testNode(dasAnswer);
  servers.push(node, das);
  running = await runService({
    SOLANA_RPC_URL_101: node.url,
    SOLANA_CORE_SCAN_101: 'on',
    SOLANA_RPC_URL_103: node.url,
    SOLANA_CORE_SCAN_103: 'on',
    SOLANA_DAS_URL_103: das.url,
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
        { what: 'stake', why: 'not-requested' },
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
