import { describe, expect, it } from 'vitest';
import { UpstreamUnavailableError } from '@/lib/errors';
import { scopeOf } from '@/lib/promises/request-scope';
import type { HoldingsEvent } from '@/lib/solana/holdings-events';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { ViewportPriority } from '@/lib/solana/viewport-priority';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { localTransport } from '@/lib/sources/transport/local-transport';
import { noDocuments } from '@/lib/testing/solana/no-documents';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { solanaSource } from './solana-chains';

const OWNER = addressOf('owner');
/** Number of NFTs. They take three chunks of mints and three of metadata. */
const NFTS = 300;

/** Creates a source whose node fails for the account chunks that the test selects by number. */
function failingSource() {
  const node = sampleNode(snapshotOf(1_000, nftWallet(OWNER, NFTS)));
  const asked: string[][] = [];
  let failing = (_chunk: number) => false;
  const transport = localTransport((method, params: unknown[], scope) => {
    if (method !== 'getMultipleAccounts') return node(method, params, scope);
    const [keys] = params as [string[]];
    asked.push(keys);
    return failing(asked.length - 1)
      ? Promise.reject(new UpstreamUnavailableError('upstream-unavailable', 'gone'))
      : node(method, params, scope);
  });
  const chains = new Map([[101, { transport, tokenList: async () => EMPTY_TOKEN_LIST }]]);
  const source = solanaSource({ chains, fillDocuments: noDocuments });
  const watch = async (viewport?: ViewportPriority) => {
    const heard: HoldingsEvent[] = [];
    const options = {
      parseMetadataUri: false,
      scope: scopeOf(AbortSignal.timeout(60_000)),
      ...(viewport ? { viewport } : {}),
    };
    let failure: unknown;
    try {
      for await (const event of source.watchHoldings(101, OWNER, options))
        if (event.type !== 'progress') heard.push(event);
    } catch (thrown) {
      failure = thrown;
    }
    return { heard, failure };
  };
  return { asked, watch, fail: (chunks: (chunk: number) => boolean) => (failing = chunks) };
}

const countOf = (event: HoldingsEvent | undefined) =>
  event?.type === 'holdings' ? event.holdings.nfts.length : undefined;

describe('a failed read of a page', () => {
  it('a failed read for a page yields the items read so far, and the next read requests only the missing accounts', async () => {
    const { asked, watch, fail } = failingSource();
    // The second chunk of metadata and the third of mints are requested in parallel.
    fail((chunk) => chunk === 2 || chunk === 5);
    const first = await watch(new ViewportPriority());
    expect(first.failure).toMatchObject({ name: 'UpstreamUnavailableError', reason: 'upstream-unavailable' });
    expect(first.heard).toHaveLength(1);
    expect(first.heard[0]).toMatchObject({ type: 'holdings', missing: 200 });
    expect(countOf(first.heard[0])).toBe(100);
    const failed = [...(asked[2] ?? []), ...(asked[5] ?? [])];

    const before = asked.length;
    fail(() => false);
    const second = await watch(new ViewportPriority());
    expect(second.failure).toBeUndefined();
    expect(second.heard[0]).not.toHaveProperty('missing');
    expect(countOf(second.heard[0])).toBe(NFTS);
    expect(asked.slice(before).flat().sort()).toEqual(failed.sort());

    // After a complete read, the next one requests everything again.
    await watch(new ViewportPriority());
    expect(asked.slice(before + 2).flat()).toHaveLength(2 * NFTS);
  });

  it('a failed read yields nothing if no items were read, or if the read is for the API', async () => {
    const { watch, fail } = failingSource();
    fail(() => true);
    expect(await watch(new ViewportPriority())).toMatchObject({ heard: [], failure: { message: 'gone' } });
    // This is the second chunk of mints in the next read.
    fail((chunk) => chunk === 9);
    expect(await watch()).toMatchObject({ heard: [], failure: { message: 'gone' } });
  });
});
