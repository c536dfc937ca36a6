import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import { createHttpServer } from '@/lib/server/http/http-server';
import { createService } from '@/lib/server/service';
import { gate } from '@/lib/testing/gate';
import { publicKeys } from '@/lib/testing/keys';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { metricOf } from '@/lib/testing/servers/metrics';
import { TEST_AUTHORIZATION, testServiceParts } from '@/lib/testing/servers/service-parts';
import { EMPTY_SOURCE, scriptedHoldings } from '@/lib/testing/solana/scripted-source';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';

// Overloads the service. Accepted calls must get correct responses; the others must get 503 with Retry-After.

/** Maximum number of work units in flight, and the units that a listing takes. */
const MAX_UNITS = 4000;
const LISTING_UNITS = 10;
const MAX_LISTINGS = MAX_UNITS / LISTING_UNITS;
const owners = Array.from({ length: MAX_LISTINGS + 20 }, (_, i) => addressOf(`load ${i}`));
const keys = publicKeys(100, 5_000_000);

/** The Solana source responds only while this gate is open. `asked` counts the calls to it. */
let held = gate();
let asked = 0;
let server: Server;
let base: string;

beforeAll(async () => {
  const parts = testServiceParts({
    // No rate limit, and a deadline long enough that calls stay in flight until the gate opens.
    env: { RATE_LIMIT_PER_SECOND: '0', REQUEST_DEADLINE_MS: '120000' },
    ports: {
      solana: {
        ...EMPTY_SOURCE,
        chainIds: [101],
        getHoldings: async (_, owner) => {
          asked++;
          await held.opened;
          const lamports = BigInt(owners.indexOf(owner));
          return { ...scriptedHoldings([]), lamports, lamportsString: '' };
        },
        listItems: () => {
          throw new Error('a page was not expected');
        },
        describeAccount: () => {
          throw new Error('a page was not expected');
        },
      },
      // A lookup that calls its chain also counts as in flight.
      evm: {
        chainIds: [1, 31337],
        withoutEndpoint: [],
        isDeployed: async (_, __, scope) => scope.signal.aborted,
        readAccountState: () => {
          throw new Error('an extended lookup was not expected');
        },
      },
    },
  });
  server = createHttpServer(createService(parts), (_request, response) => void response.writeHead(404).end());
  base = `http://${await listenOnLoopback(server)}`;
});
afterAll(() => closeAtOnce(server));

const post = (path: string, body: object) =>
  fetch(base + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
    body: JSON.stringify(body),
  });

type Outcome = 'right' | 'refused';

/** Returns the outcome of a response. A rejection must have Retry-After; any other response must pass `isRight`. */
async function outcomeOf(response: Response, isRight: (result: unknown) => void): Promise<Outcome> {
  const { result, error } = await response.json();
  if (response.status === 503) {
    expect(error).toMatchObject({ code: -32002, data: { reason: 'overloaded' } });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    return 'refused';
  }
  expect(response.status).toBe(200);
  expect(error).toBeUndefined();
  isRight(result);
  return 'right';
}

async function list(owner: string): Promise<Outcome> {
  const body = { id: 1, chainId: 101, method: 'enhancedGetTokensAndNFTs', params: [owner] };
  return outcomeOf(await post('/solana', body), (result) => {
    expect(result).toEqual({ lamports: owners.indexOf(owner), nfts: [], tokens: [] });
  });
}

async function lookUp(btcPublicKey: string): Promise<Outcome> {
  const params = [{ name: 'BTC', version: '2.0.0', btcPublicKey }];
  const body = { id: 1, chainId: 31337, method: 'svc_aa_getBTCAccount', params };
  return outcomeOf(await post('/evm-chain', body), (result) => {
    const { smartAccountAddresses } = accountsOfKey(btcPublicKey);
    expect(result).toMatchObject({ smartAccountAddress: smartAccountAddresses['2.0.0'] });
  });
}

async function unitsInFlight(): Promise<number> {
  return metricOf(await (await fetch(`${base}/metrics`)).text(), 'satchel_work_units_under_way');
}

/** Starts listings and waits until each is in flight or rejected. Returns the listings in flight, by owner. */
async function take(some: string[]): Promise<Map<string, Promise<Outcome>>> {
  const before = asked;
  const underWay = new Map(some.map((owner) => [owner, list(owner)]));
  for (const [owner, outcome] of underWay)
    outcome.then(
      (ended) => ended === 'refused' && underWay.delete(owner),
      () => {}, // Avoid an unhandled rejection; the test awaits the outcome later.
    );
  await until('each listing is accepted or rejected', () => asked - before === underWay.size);
  return underWay;
}

describe('an overloaded service', () => {
  it('an overloaded service accepts calls up to its limit, answers the accepted calls, and rejects all further calls', async () => {
    held = gate();
    const underWay = new Map<string, Promise<Outcome>>();
    while (underWay.size < MAX_LISTINGS) {
      const next = owners.slice(0, MAX_LISTINGS).filter((owner) => !underWay.has(owner));
      for (const [owner, outcome] of await take(next.slice(0, 50))) underWay.set(owner, outcome);
      // Without this pause, the service may consider its CPU busy and reject calls before the limit.
      await sleep(50);
    }
    expect(await unitsInFlight()).toBe(MAX_UNITS);
    for (const owner of owners.slice(MAX_LISTINGS)) expect(await list(owner)).toBe('refused');
    expect(await lookUp(keys[0] ?? '')).toBe('refused');
    held.open();
    expect(await Promise.all(underWay.values())).toEqual(Array(MAX_LISTINGS).fill('right'));
    await until('nothing is in flight', async () => (await unitsInFlight()) === 0);
  });

  it('under a load of 600 calls over 100 connections, all lookups are answered, and all listings are answered or rejected', async () => {
    held.open();
    const lookUps: Outcome[] = [];
    const listings: Outcome[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        for (let n = next++; n < 600; n = next++) {
          const [owner = '', key = ''] = [owners[n % owners.length], keys[n % keys.length]];
          if (n % 5 === 0) listings.push(await list(owner));
          else lookUps.push(await lookUp(key));
        }
      }),
    );
    expect(lookUps).toEqual(Array(480).fill('right'));
    expect(listings).toHaveLength(120);
    expect(listings).toContain('right');
    expect(await unitsInFlight()).toBe(0);
  });
});
