import { setImmediate as roundTrip } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { localTransport } from '@/lib/sources/transport/local-transport';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { encodeTokenMetadata } from '@/lib/testing/solana/encode-token-accounts';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { rpcHoldingsReader } from './listing';

const OWNER = addressOf('owner');
const never = () => scopeOf(new AbortController().signal);

/** Creates a node whose accounts and slot a test can change, and a reader for it. */
function changingNode(count: number) {
  const state = {
    slot: 1_000,
    accounts: nftWallet(OWNER, count) as SnapshotAccount[],
    /** Methods called in each round trip; a round trip ends when the first call in it is answered. */
    rounds: [] as string[][],
    keys: [] as string[],
    /** Slot of responses to calls that have no minimum slot; undefined if the node does not lag. */
    lagging: undefined as number | undefined,
    /** Number of account calls that still fail. */
    failing: 0,
  };
  let node: RpcHandler;
  const answer: RpcHandler = async (method, params, scope) => {
    if (method === 'getMultipleAccounts') {
      const [keys, config] = params as [string[], { minContextSlot?: number }];
      state.keys.push(...keys);
      if (state.failing-- > 0) throw new UpstreamCallError(-32601, 'Method not found');
      if (state.lagging !== undefined && config.minContextSlot === undefined)
        return sampleNode(snapshotOf(state.lagging, state.accounts))(method, params, scope);
    }
    return node(method, params, scope);
  };
  let isAnswered = true;
  const transport = localTransport(async (method, params: unknown[], scope) => {
    if (isAnswered) state.rounds.push([]);
    isAnswered = false;
    state.rounds.at(-1)?.push(method);
    await roundTrip();
    isAnswered = true;
    return answer(method, params, scope);
  });
  const reader = rpcHoldingsReader({ transport, tokenList: async () => EMPTY_TOKEN_LIST });
  return {
    state,
    list: async () => {
      state.rounds = [];
      state.keys = [];
      node = sampleNode(snapshotOf(state.slot, state.accounts));
      const { holdings } = await reader(OWNER, never());
      return holdings;
    },
  };
}

const STEP_ONE = ['getBalance', 'getTokenAccountsByOwner', 'getTokenAccountsByOwner'];
const ALL_AT_ONCE = [...STEP_ONE, 'getMultipleAccounts'];

describe('the second listing of a wallet', () => {
  it('the second listing of a wallet takes one round trip and returns the current holdings', async () => {
    const { state, list } = changingNode(20);
    const first = await list();
    expect(state.rounds).toEqual([STEP_ONE, ['getMultipleAccounts']]);
    state.slot += 1;
    const again = await list();
    expect(state.rounds).toEqual([ALL_AT_ONCE]);
    expect(again).toEqual({ ...first, slot: first.slot + 1 });
  });

  it('the second listing of a wallet returns new, removed and renamed NFTs', async () => {
    const { state, list } = changingNode(20);
    const { nfts } = await list();
    const [gone, renamed] = nfts.map(({ mint }) => mint) as [string, string];
    const more = nftWallet(OWNER, 22).slice(-6);
    const holder = nfts[0]?.address;
    state.accounts = state.accounts
      .filter(({ pubkey }) => pubkey !== holder)
      .map((account) =>
        account.pubkey === metadataAddressOf(renamed)
          ? {
              ...account,
              data: Buffer.from(
                encodeTokenMetadata({
                  updateAuthority: OWNER,
                  mint: renamed,
                  name: 'New name',
                  symbol: 'N',
                  uri: 'u',
                  tokenStandard: 0,
                }),
              ).toString('base64'),
            }
          : account,
      )
      .concat(more);
    const again = await list();
    const mints = again.nfts.map(({ mint }) => mint);
    expect(mints).not.toContain(gone);
    expect(mints).toHaveLength(21);
    expect(again.nfts.find(({ mint }) => mint === renamed)?.name).toBe('New name');
    // The two new NFTs were requested after the list was known.
    expect(state.rounds).toEqual([ALL_AT_ONCE, ['getMultipleAccounts']]);
  });

  it('the second listing of a wallet reads prefetched accounts again if they are older than the list', async () => {
    const { state, list } = changingNode(20);
    const first = await list();
    state.lagging = state.slot - 1;
    expect(await list()).toEqual(first);
    expect(state.rounds).toEqual([ALL_AT_ONCE, ['getMultipleAccounts']]);
  });

  it('the second listing of a wallet is complete even if the prefetch failed', async () => {
    const { state, list } = changingNode(20);
    const first = await list();
    state.failing = 2;
    expect(await list()).toEqual(first);
  });

  it('prefetches up to 10,000 accounts in calls of 100 keys, and none for a larger wallet', async () => {
    const { state, list } = changingNode(1_000);
    const first = await list();
    expect(await list()).toEqual(first);
    expect(state.keys).toHaveLength(2_000);
    expect(state.rounds).toEqual([[...STEP_ONE, ...Array(20).fill('getMultipleAccounts')]]);
    const large = changingNode(10_001);
    await large.list();
    await large.list();
    expect(large.state.rounds[0]).toEqual(STEP_ONE);
  });
});
