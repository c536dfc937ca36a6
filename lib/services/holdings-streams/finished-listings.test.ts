import { AsyncLocalStorage } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { getFirstHoldings } from '@/lib/services/holdings/get-first-holdings';
import { SolanaAddress } from '@/lib/solana/address/address';
import type { SolanaSource } from '@/lib/solana/solana-source';
import { scriptedHoldings, scriptedNft, scriptedSolana } from '@/lib/testing/solana/scripted-source';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';
import { HoldingsStreamCache } from './holdings-stream-cache';

// Uses garbage collection to check what a finished listing keeps in memory.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const requests = new AsyncLocalStorage<object>();

/** Creates a cache whose listings finish at once. */
function finishingAtOnce() {
  const { solana } = scriptedSolana();
  const holdings = scriptedHoldings([scriptedNft('one')]);
  const source: SolanaSource = {
    ...solana,
    listItems: async (_chainId, owner) => ({ owner, holdings, tokenUris: new Map() }),
  };
  return { solana: source, holdingsStreams: new HoldingsStreamCache(source) };
}

const scope = scopeOf(new AbortController().signal);
const wait = { holdingsMs: 60_000 };

/** Opens an account's page in the asynchronous context of a request, as Next does. Returns the request. */
async function openPage(
  ports: ReturnType<typeof finishingAtOnce>,
  wallet: string,
  withStream: boolean,
): Promise<WeakRef<object>> {
  const request = { buffered: Buffer.alloc(1_000) };
  await requests.run(request, async () => {
    const owner = SolanaAddress.parse(wallet);
    await getFirstHoldings(ports, owner, 104, wait, true);
    if (withStream) for await (const _ of ports.holdingsStreams.resume(104, owner).events(scope.signal));
  });
  return new WeakRef(request);
}

it.each([
  ['before its stream is opened', false],
  ['after its stream has ended', true],
])('a finished listing keeps nothing of the page request %s', async (_when, withStream) => {
  const ports = finishingAtOnce();
  const request = await openPage(ports, addressOf('wallet'), withStream);
  await until('the request is collected', async () => {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    return request.deref() === undefined;
  });
  expect(ports.holdingsStreams.known(104, addressOf('wallet'))?.listing).toBeDefined();
});

it('the memory counted for finished listings is at least what they take', async () => {
  const ports = finishingAtOnce();
  await openPage(ports, addressOf('first'), false);
  collect();
  const before = process.memoryUsage().heapUsed;
  const wallets = Array.from({ length: 1_000 }, (_, i) => addressOf(`wallet ${i}`));
  for (const wallet of wallets) await openPage(ports, wallet, true);
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  const taken = process.memoryUsage().heapUsed - before;
  const counted = wallets.reduce((sum, w) => sum + (ports.holdingsStreams.known(104, w)?.bytes ?? 0), 0);
  expect(counted).toBeGreaterThan(0);
  expect(taken).toBeLessThanOrEqual(counted);
});
