import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLOCK_ADDRESS, SYSTEM_PROGRAM } from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type NodeFault, type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { encodeStakeAccount } from '@/lib/testing/solana/encode-accounts';
import { encodeClock } from '@/lib/testing/solana/encode-facts';
import { account, addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests stake accounts in responses of POST /solana.

const OWNER = addressOf('stake owner');
const CROWDED = addressOf('stake owner with many accounts');
const SPLIT = addressOf('owner who can withdraw some accounts and delegate others');
const OTHER = addressOf('another authority');
const VOTER = addressOf('vote account');
const NOW = 1_790_000_000n;
const NO_LOCKUP = { unixTimestamp: 0n, epoch: 0n, custodian: SYSTEM_PROGRAM };
const ACTIVE = { voter: VOTER, stake: 5_000n, activationEpoch: 880n, deactivationEpoch: null };

type Fields = Partial<Parameters<typeof encodeStakeAccount>[0]>;
const stake = (label: string, fields: Fields = {}): SnapshotAccount => ({
  ...account(
    addressOf(label),
    'Stake11111111111111111111111111111111111111',
    encodeStakeAccount({
      staker: OWNER,
      withdrawer: OWNER,
      lockup: NO_LOCKUP,
      delegation: ACTIVE,
      ...fields,
    }),
  ),
  lamports: 9_007_199_254_740_993n,
});

const ACCOUNTS = [
  account(CLOCK_ADDRESS, SYSTEM_PROGRAM, encodeClock(900n, NOW)),
  stake('active'),
  stake('genesis', { delegation: { ...ACTIVE, activationEpoch: 2n ** 64n - 1n } }),
  stake('activating', { delegation: { ...ACTIVE, activationEpoch: 900n } }),
  stake('deactivating', { delegation: { ...ACTIVE, deactivationEpoch: 900n } }),
  stake('deactivated', { delegation: { ...ACTIVE, deactivationEpoch: 899n } }),
  stake('undelegated', { delegation: null }),
  stake('locked', { lockup: { unixTimestamp: NOW + 1n, epoch: 0n, custodian: OTHER } }),
  stake('staked by another', { staker: OTHER }),
  stake('only staked by the owner', { withdrawer: OTHER }),
  stake('of others', { staker: OTHER, withdrawer: OTHER }),
  ...Array.from({ length: 1_001 }, (_, i) => stake(`crowded ${i}`, { withdrawer: CROWDED, staker: OTHER })),
  ...Array.from({ length: 501 }, (_, i) => stake(`withdrawn ${i}`, { withdrawer: SPLIT, staker: OTHER })),
  ...Array.from({ length: 500 }, (_, i) => stake(`staked ${i}`, { withdrawer: OTHER, staker: SPLIT })),
];

let node: TestNode;
let service: RunningService;
beforeAll(async () => {
  node = await testNode(sampleNode(snapshotOf(1_000, ACCOUNTS)));
  service = await runService({ SOLANA_RPC_URL_101: node.url, SOLANA_CACHE_MS: '0' });
});
beforeEach(() => {
  node.fault = undefined;
});
afterAll(async () => {
  await service?.stop();
  await node?.close();
});

async function list(owner = OWNER, options: object = { stake: true }) {
  const { json } = await service.call('/solana/101', {
    id: 1,
    method: 'enhancedGetTokensAndNFTs',
    params: [owner, { extended: true, integers: 'string', ...options }],
  });
  return json.result;
}

describe('the stake accounts of a listing', () => {
  it('have their state, validator and lockup', async () => {
    const { stake: listed, stakedLamports, coverage } = await list();
    const byLabel = (label: string) =>
      (listed as { address: string }[]).find(({ address }) => address === addressOf(label));
    expect(byLabel('active')).toEqual({
      address: addressOf('active'),
      lamports: '9007199254740993',
      withdrawer: OWNER,
      staker: OWNER,
      validator: VOTER,
      delegatedLamports: '5000',
      activation: 'active',
      activationEpoch: '880',
      deactivationEpoch: null,
      lockup: null,
    });
    expect(byLabel('genesis')).toMatchObject({ activation: 'active', activationEpoch: null });
    expect(byLabel('activating')).toMatchObject({ activation: 'activating' });
    expect(byLabel('deactivating')).toMatchObject({ activation: 'deactivating', deactivationEpoch: '900' });
    expect(byLabel('deactivated')).toMatchObject({ activation: 'inactive' });
    expect(byLabel('undelegated')).toMatchObject({
      activation: 'inactive',
      validator: null,
      delegatedLamports: null,
      activationEpoch: null,
    });
    expect(byLabel('locked')).toMatchObject({
      lockup: { unixTimestamp: String(NOW + 1n), epoch: '0', custodian: OTHER },
    });
    expect(byLabel('only staked by the owner')).toMatchObject({ withdrawer: OTHER, staker: OWNER });
    expect(byLabel('of others')).toBeUndefined();
    expect(listed).toHaveLength(9);
    // Eight of the nine accounts can be withdrawn.
    expect(stakedLamports).toBe(String(8n * 9_007_199_254_740_993n));
    expect(coverage.read).toContain('stake');
  });

  it('are not read without `stake`', async () => {
    const before = node.countOf('getProgramAccounts');
    const result = await list(OWNER, {});
    expect(result).not.toHaveProperty('stake');
    expect(result.coverage.notRead).toContainEqual({ what: 'stake', why: 'not-requested' });
    expect(node.countOf('getProgramAccounts')).toBe(before);
  });

  it.each<[string, NodeFault]>([
    ['refuses the scan', { rpcError: { code: -32010, message: 'excluded from account secondary indexes' } }],
    ['sends something else', 'null-result'],
  ])('are null, and the coverage says so, if the node %s', async (_, fault) => {
    node.fault = ({ method }) => (method === 'getProgramAccounts' ? fault : undefined);
    const { stake: listed, stakedLamports, coverage } = await list();
    expect([listed, stakedLamports]).toEqual([null, null]);
    expect(coverage.notRead).toContainEqual({ what: 'stake', why: 'scan-refused' });
  });

  it.each([CROWDED, SPLIT])('are not listed if there are more than 1,000 (%s)', async (owner) => {
    const { stake: listed, coverage } = await list(owner);
    expect(listed).toBeNull();
    expect(coverage.notRead).toContainEqual({ what: 'stake', why: 'too-many' });
  });
});
