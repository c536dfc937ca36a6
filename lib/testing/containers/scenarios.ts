import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@/lib/testing/until';
import { call, callWhile, describeAnswer, lookUpKeys } from './callers';
import type { Results } from './results';
import type { Stack } from './stack';

const INSTANCES = ['satchel-1', 'satchel-2'] as const;
/** How long Postgres is stopped, in ms. */
const OUTAGE_MS = 10_000;
/** How long calls are made after a kill, in ms. */
const AFTER_KILL_MS = 3_000;

/** Waits until several consecutive calls succeed. Resolves to the time this took, in ms. */
async function untilServed({ base }: Stack): Promise<number> {
  const from = performance.now();
  await until('calls are answered again', async () => {
    for (let i = 0; i < 4; i++) if ((await describeAnswer(lookUpKeys(base))) !== 'result') return false;
    return true;
  });
  return performance.now() - from;
}

export async function ordinaryUse(stack: Stack, results: Results): Promise<void> {
  const { base } = stack;
  results.addCalls('calls without an event', await callWhile(base, () => sleep(2_000)));
  const listing = await call(base, '/solana', {
    id: 1,
    chainId: 104,
    method: 'enhancedGetTokensAndNFTs',
    params: ['4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby'],
  });
  const { result } = await listing.json();
  results.expect(
    'a listing',
    result?.tokens.length > 0,
    `${result?.tokens.length} tokens, ${result?.nfts.length} NFTs`,
  );
  for (const path of [
    '/',
    '/account/4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby?chain=104',
    '/docs',
    '/icon.svg',
  ]) {
    const { status } = await fetch(base + path);
    results.expect(`GET ${path}`, status === 200, String(status));
  }
}

export async function rollingRestart(stack: Stack, results: Results): Promise<void> {
  const times: string[] = [];
  const outcomes = await callWhile(stack.base, async () => {
    for (const name of INSTANCES) {
      const from = performance.now();
      await stack.stop(name);
      const stopped = performance.now();
      await stack.start(name);
      await stack.healthy(name);
      times.push(
        `${name} stopped in ${seconds(stopped - from)}, healthy after ${seconds(performance.now() - stopped)}`,
      );
      await stack.balanced();
    }
  });
  results.addCalls('restart of both instances, one after the other', outcomes);
  results.add('duration of the restarts', times.join('; '));
}

export async function recreation(stack: Stack, results: Results): Promise<void> {
  const addresses: string[] = [];
  const outcomes = await callWhile(stack.base, async () => {
    for (const name of INSTANCES) {
      const { before, after } = await stack.recreate(name);
      addresses.push(`${before} → ${after}`);
      if (before === after) results.expect(`${name} has another address`, false, after);
      await stack.balanced();
    }
  });
  results.addCalls(`both instances recreated (${addresses.join(', ')})`, outcomes);
  // Each instance must serve all calls while the other one is stopped. This shows that the balancer
  // has found both again.
  for (const [left, right] of [INSTANCES, [...INSTANCES].reverse()] as const) {
    await stack.stop(left as string);
    results.addCalls(`only the recreated ${right}`, await callWhile(stack.base, () => sleep(1_000)));
    await stack.start(left as string);
    await stack.healthy(left as string);
    await stack.balanced();
  }
}

export async function killedInstance(stack: Stack, results: Results): Promise<void> {
  await stack.balanced();
  const outcomes = await callWhile(stack.base, async () => {
    await stack.kill('satchel-1');
    await sleep(AFTER_KILL_MS);
  });
  results.addCalls('SIGKILL of an instance', outcomes);
  await stack.healthy('satchel-1');
  results.add('restart after SIGKILL by the engine', 'healthy again');
}

export async function storeOutage(stack: Stack, results: Results): Promise<void> {
  const outcomes = await callWhile(stack.base, async () => {
    await stack.stop('postgres');
    await sleep(OUTAGE_MS);
    await stack.start('postgres');
    await stack.healthy('postgres');
    await untilServed(stack);
  });
  const allowed = ['503 store-unavailable', '200 store-unavailable', '503 overloaded'];
  results.addCalls('Postgres stopped for 10 s', outcomes, allowed);
  results.addCalls('after Postgres is back', await callWhile(stack.base, () => sleep(1_000)));
}

export async function noInstance(stack: Stack, results: Results): Promise<void> {
  await Promise.all(INSTANCES.map((name) => stack.stop(name)));
  const outcomes = await callWhile(stack.base, () => sleep(3_000));
  const isRefused = [...outcomes.keys()].every((outcome) => outcome === '503 overloaded');
  results.addCalls('both instances stopped', outcomes, ['503 overloaded']);
  results.expect(
    'both instances stopped: every response is an error',
    isRefused,
    [...outcomes.keys()].join(', '),
  );
  const page = await fetch(stack.base);
  const type = page.headers.get('content-type') ?? '';
  results.expect(
    'a page while both are stopped',
    page.status === 503 && type === 'text/plain',
    `${page.status} ${type}`,
  );
  for (const name of INSTANCES) await stack.start(name);
  results.add('both started again', `calls succeed after ${seconds(await untilServed(stack))}`);
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
