import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { withoutAssets } from '@/lib/solana/coverage';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { localTransport } from '@/lib/sources/transport/local-transport';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { rpcHoldingsReader } from '../listing';
import { withCoreScan } from './core-scan';

const OWNER = addressOf('scanned owner');
const never = scopeOf(new AbortController().signal);

describe('a hanging Core scan', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('a hanging scan for MPL Core assets times out after 10 s, and the other items are returned', async () => {
    const node = sampleNode(snapshotOf(1, nftWallet(OWNER, 3)));
    const asked: string[] = [];
    let ended = false;
    const answer: RpcHandler = (method, params, scope) => {
      asked.push(method);
      if (method !== 'getProgramAccounts') return node(method, params, scope);
      return new Promise((_, reject) => {
        const end = () => {
          ended = true;
          reject(scope.signal.reason);
        };
        scope.signal.addEventListener('abort', end, { once: true });
      });
    };
    const transport = localTransport(answer);
    const reader = withCoreScan(
      rpcHoldingsReader({ transport, tokenList: async () => EMPTY_TOKEN_LIST }),
      transport,
    );
    let settled = false;
    const reading = reader(OWNER, never).finally(() => {
      settled = true;
    });
    // The scan runs in parallel with the first step.
    expect(asked[0]).toBe('getProgramAccounts');
    await vi.advanceTimersByTimeAsync(9_999);
    expect([settled, ended]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toBe(true);
    const { holdings } = await reading;
    expect(holdings.nfts).toHaveLength(3);
    const { read, notRead } = withoutAssets('no-das-endpoint');
    expect(holdings.coverage).toEqual({
      read,
      notRead: notRead.map((each) => (each.what === 'mpl-core' ? { ...each, why: 'scan-refused' } : each)),
    });
  });
});
