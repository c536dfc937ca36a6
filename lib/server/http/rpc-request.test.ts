import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION } from '@/lib/testing/servers/service-parts';

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  chainId: 104,
  method: 'enhancedGetTokensAndNFTs',
  params: ['GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A'],
};

/** Makes a call and returns its status and its rate limit headers. */
async function ask({ base }: RunningService, body: unknown = CALL, authorization = TEST_AUTHORIZATION) {
  const response = await fetch(`${base}/solana`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: authorization },
    body: JSON.stringify(body),
  });
  const of = (name: string) => response.headers.get(name);
  return {
    status: response.status,
    policy: of('ratelimit-policy'),
    limit: of('ratelimit'),
    retry: of('retry-after'),
    error: JSON.parse(await response.text()).error,
  };
}

describe('the RateLimit headers', () => {
  let limited: RunningService;
  let unlimited: RunningService;
  beforeAll(async () => {
    limited = await runService({ RATE_LIMIT_PER_SECOND: '1' });
    unlimited = await runService({ RATE_LIMIT_PER_SECOND: '0' });
  });
  afterAll(() => Promise.all([limited.stop(), unlimited.stop()]));

  it('the RateLimit headers report the policy and the remaining work units on every response to a project', async () => {
    const answer = await ask(limited);
    expect(answer).toMatchObject({ status: 200, policy: '"work-units";q=10;w=10' });
    expect(answer.limit).toMatch(/^"work-units";r=\d;t=\d+$/);
    const failed = await ask(limited, { ...CALL, params: ['no address'] });
    expect(failed.limit).toMatch(/^"work-units";r=\d+;t=\d+$/);
  });

  it('a 429 has the RateLimit headers and Retry-After', async () => {
    // Each call costs the units of a complete burst (10 s).
    const calls = ['nft', 'token'].flatMap((kind) =>
      [1, 2, 3, 4, 5].map((limit) => ({ ...CALL, params: [CALL.params[0], { kind, limit }] })),
    );
    let answer = await ask(limited);
    for (const call of calls) if (answer.status === 200) answer = await ask(limited, call);
    expect(answer.status).toBe(429);
    expect(answer.limit).toMatch(/^"work-units";r=\d;t=\d+$/);
    expect(Number(answer.retry)).toBeGreaterThan(0);
  });

  it('a call that costs more than the burst is refused without Retry-After, because waiting does not help', async () => {
    // Each asset costs a unit; the burst is 10.
    const ids = Array.from({ length: 11 }, () => CALL.params[0]);
    const unused = await runService({ RATE_LIMIT_PER_SECOND: '1' });
    const answer = await ask(unused, { ...CALL, method: 'getAssets', params: { ids } });
    await unused.stop();
    expect(answer).toMatchObject({
      status: 200,
      retry: null,
      error: { code: -32005, data: { reason: 'cost-above-burst', units: 11, burst: 10 } },
    });
    expect(answer.error.data.retryAfterSeconds).toBeUndefined();
  });

  it('responses have no RateLimit headers if there is no limit or the caller is unknown', async () => {
    expect(await ask(unlimited)).toMatchObject({ status: 200, policy: null, limit: null });
    const unknown = await ask(limited, CALL, `Basic ${btoa('nobody:nothing-that-is-a-key')}`);
    expect(unknown).toMatchObject({ status: 401, policy: null, limit: null });
  });
});
