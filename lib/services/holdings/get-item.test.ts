import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import { HoldingsStreamCache } from '@/lib/services/holdings-streams/holdings-stream-cache';
import type { SolanaSource } from '@/lib/solana/solana-source';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import { scriptedHoldings, scriptedNft, scriptedSolana } from '@/lib/testing/solana/scripted-source';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { getItem } from './get-item';

const OWNER = addressOf('owner');
const one = scriptedNft('one');
const holdings = scriptedHoldings([one]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Calls `getItem` with a fake source. */
function itemOf(over: Partial<SolanaSource>, addressOrName: string = OWNER) {
  const solana: SolanaSource = { ...scriptedSolana().solana, ...over };
  const options = {
    beforeReading: async () => undefined,
    scope: scopeOf(new AbortController().signal),
  };
  return getItem(
    { solana, holdingsStreams: new HoldingsStreamCache(solana) },
    addressOrName,
    one.mint,
    104,
    options,
  );
}

/** A call that ends only when its signal is aborted. */
const hanging = (scope: RequestScope) =>
  new Promise<never>((_, reject) => {
    scope.signal.addEventListener('abort', () => reject(new Error('aborted')));
  });

it.each<{ trouble: UpstreamHealth; reason: string }>([
  { trouble: { kind: 'limited', againInMs: 3_200 }, reason: 'upstream-rate-limited' },
  { trouble: { kind: 'failing', againInMs: 0 }, reason: 'upstream-unavailable' },
  { trouble: { kind: 'silent', againInMs: 8_000 }, reason: 'upstream-unavailable' },
])('getItem rejects with the node’s problem: $trouble.kind', async ({ trouble, reason }) => {
  const item = itemOf({
    trouble: () => trouble,
    getHoldings: (_chain, _owner, { scope }) => hanging(scope),
  });
  const failed = expect(item).rejects.toMatchObject({
    name: 'UpstreamUnavailableError',
    reason,
    data: { trouble: trouble.kind },
  });
  await vi.advanceTimersByTimeAsync(2_000);
  await failed;
  expect(vi.getTimerCount()).toBe(0);
});

it('getItem rejects with the node’s problem if the account’s name cannot be resolved', async () => {
  const item = itemOf(
    {
      trouble: () => ({ kind: 'limited', againInMs: 0 }),
      resolveName: (_chain, _name, scope) => hanging(scope),
    },
    'known.sol',
  );
  const failed = expect(item).rejects.toMatchObject({ reason: 'upstream-rate-limited' });
  await vi.advanceTimersByTimeAsync(2_000);
  await failed;
});

it('getItem succeeds if the node recovers in time', async () => {
  const item = itemOf({
    // The node alternates between a second with a problem and a second without.
    trouble: () => (performance.now() % 2_000 < 1_000 ? { kind: 'limited', againInMs: 0 } : undefined),
    getHoldings: () => new Promise((resolve) => setTimeout(resolve, 10_000, holdings)),
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await item).toEqual({ kind: 'nft', item: one });
  expect(vi.getTimerCount()).toBe(0);
});

it('getItem does not call an item absent if the DAS endpoint, which may list it, failed', async () => {
  const without = { ...scriptedHoldings([]), warnings: ['das-unavailable' as const] };
  await expect(itemOf({ getHoldings: async () => without })).rejects.toMatchObject({
    name: 'UpstreamUnavailableError',
    reason: 'das-unavailable',
  });
});
