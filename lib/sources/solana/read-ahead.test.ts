import { describe, expect, it } from 'vitest';
import { type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import { encodeTokenMetadata } from '@/lib/solana/accounts/account-encoding';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { ownedReader } from './owned-accounts';
import { rpcHoldingsReader } from './solana-rpc';

const OWNER = addressOf('owner');
const never = () => scopeOf(new AbortController().signal);

/** A node whose accounts and slot change, and a reader of it; `requests` are the methods that each request asked. */
function changingNode(count: number) {
  const state = {
    slot: 1_000,
    accounts: nftWallet(OWNER, count) as SnapshotAccount[],
    requests: [] as string[][],
    keys: [] as string[],
    /** Slot of accounts that are asked for without one, where they lag; how many calls for accounts fail. */
    lagging: undefined as number | undefined,
    failing: 0,
  };
  const answer: Transport = async (method, params, scope) => {
    if (method === 'getMultipleAccounts') {
      const [keys, config] = params as [string[], { minContextSlot?: number }];
      state.keys.push(...keys);
      if (state.failing-- > 0) throw new UpstreamCallError(-32005, 'Node is behind');
      if (state.lagging !== undefined && config.minContextSlot === undefined)
        return sampleNode(snapshotOf(state.lagging, state.accounts))(method, params, scope);
    }
    return sampleNode(snapshotOf(state.slot, state.accounts))(method, params, scope);
  };
  const transport: Transport = async (method, params, scope) => {
    state.requests.push([method]);
    return answer(method, params, scope);
  };
  const batch = async (calls: readonly { method: string; params: unknown[] }[], scope: RequestScope) => {
    state.requests.push(calls.map(({ method }) => method));
    return Promise.all(
      calls.map(({ method, params }) =>
        answer(method, params, scope).then(
          (result) => ({ result }),
          (error: UpstreamCallError) => ({ error }),
        ),
      ),
    );
  };
  const reader = rpcHoldingsReader(
    transport,
    async () => EMPTY_TOKEN_LIST,
    undefined,
    ownedReader(transport, batch),
  );
  return {
    state,
    list: async () => {
      state.requests = [];
      state.keys = [];
      const { holdings } = await reader(OWNER, never());
      return holdings;
    },
  };
}

const STEP_ONE = ['getBalance', 'getTokenAccountsByOwner', 'getTokenAccountsByOwner'];
/** The batch is put together in the turn in which the other request is sent. */
const ALL_AT_ONCE = [['getMultipleAccounts'], STEP_ONE];

describe('a wallet that is listed again', () => {
  it('is answered after one round trip, with what it holds now', async () => {
    const { state, list } = changingNode(20);
    const first = await list();
    expect(state.requests).toEqual([STEP_ONE, ['getMultipleAccounts']]);
    state.slot += 1;
    const again = await list();
    expect(state.requests).toEqual(ALL_AT_ONCE);
    expect(again).toEqual({ ...first, slot: first.slot + 1 });
  });

  it('and has other NFTs, or a renamed one, is told so', async () => {
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
    // The two that are new were asked for when their list was known.
    expect(state.requests).toEqual([...ALL_AT_ONCE, ['getMultipleAccounts']]);
  });

  it('is asked for again where what came with the list is older than it', async () => {
    const { state, list } = changingNode(20);
    const first = await list();
    state.lagging = state.slot - 1;
    expect(await list()).toEqual(first);
    expect(state.requests).toEqual([...ALL_AT_ONCE, ['getMultipleAccounts']]);
  });

  it('loses nothing where what was asked for with the list failed', async () => {
    const { state, list } = changingNode(20);
    const first = await list();
    state.failing = 2;
    expect(await list()).toEqual(first);
  });

  it('of up to 1,000 accounts is asked for in calls of 100 beside the list, a larger one after it', async () => {
    const { state, list } = changingNode(500);
    const first = await list();
    expect(await list()).toEqual(first);
    expect(state.keys).toHaveLength(1_000);
    expect(state.requests).toHaveLength(11);
    expect(state.requests[0]).toEqual(['getMultipleAccounts']);
    const large = changingNode(501);
    await large.list();
    await large.list();
    expect(large.state.requests[0]).toEqual(STEP_ONE);
  });
});
