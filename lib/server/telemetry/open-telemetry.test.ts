import { afterEach, describe, expect, it, vi } from 'vitest';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { testNode } from '@/lib/testing/nodes/test-node';
import { freePort } from '@/lib/testing/servers/free-port';
import { type OtlpReceiver, otlpReceiver, type ReceivedSpan } from '@/lib/testing/servers/otlp-receiver';
import { BENCH_PROJECT, post, type Running, startService } from '@/lib/testing/servers/processes';
import { staticHost } from '@/lib/testing/servers/static-host';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';
import manifest from '../../../package.json';
import { telemetryOf } from './telemetry-of';

// Tests the export of traces to a receiver on loopback. Tests with both processes require built pages;
// `npm test` builds them first.

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLERS_SPAN = '00f067aa0ba902b7';
const TRACEPARENT = { traceparent: `00-${TRACE_ID}-${CALLERS_SPAN}-01` };
const OWNER = addressOf('observed owner');

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function receiver(options?: { hangs: boolean }): Promise<OtlpReceiver> {
  const made = await otlpReceiver(options);
  open.push(made.close);
  return made;
}

/** Starts a service that exports traces every 200 ms. */
async function observed(url: string, env: Record<string, string> = {}): Promise<Running> {
  const service = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_BSP_SCHEDULE_DELAY: '200',
    ...env,
  });
  open.push(() => service.stop('SIGKILL'));
  return service;
}

/** Starts a Solana node whose URL contains a key. It records the `traceparent` of each request. */
async function nodeWithKey() {
  const node = await testNode(sampleNode(snapshotOf(1, nftWallet(OWNER, 2))));
  const parents: unknown[] = [];
  const host = await staticHost(async (_path, response, request) => {
    parents.push(request.headers.traceparent);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(node.url, { method: 'POST', body: Buffer.concat(chunks) });
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
  });
  open.push(
    () => node.close(),
    () => host.close(),
  );
  return { url: `${host.origin}/v1/secret-in-path?api-key=secret-in-query`, parents };
}

const listing = (owner: string, chainId = 101) => ({
  id: 1,
  chainId,
  method: 'enhancedGetTokensAndNFTs',
  params: [owner],
});
const named = (spans: ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);

describe('traces', () => {
  it('a call is a span of the caller’s trace, and each call to a node is its child, without secrets', async () => {
    const otlp = await receiver();
    const node = await nodeWithKey();
    const service = await observed(otlp.url, {
      SOLANA_RPC_URL_101: node.url,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
    });
    expect((await post(service, '/solana', listing(OWNER), TRACEPARENT)).status).toBe(200);
    await until('the call is exported', () => named(otlp.spans(), 'enhancedGetTokensAndNFTs').length > 0);
    const [call] = named(otlp.spans(), 'enhancedGetTokensAndNFTs');
    expect(call).toMatchObject({
      traceId: TRACE_ID,
      parentSpanId: CALLERS_SPAN,
      kind: 2,
      attributes: {
        'http.route': '/solana',
        'http.response.status_code': 200,
        'rpc.method': 'enhancedGetTokensAndNFTs',
        'satchel.chain_id': 101,
        'satchel.outcome': 'ok',
      },
      error: undefined,
      resource: {
        'service.name': 'satchel',
        'service.version': manifest.version,
        'satchel.process': 'api',
        'deployment.environment': 'test',
      },
    });
    const upstream = otlp.spans().filter(({ kind }) => kind === 3);
    expect(upstream.length).toBeGreaterThan(1);
    for (const span of upstream)
      expect(span).toMatchObject({
        traceId: TRACE_ID,
        parentSpanId: call?.spanId,
        attributes: { 'satchel.upstream': 'solana-101#1', 'satchel.outcome': 'ok' },
      });
    // Each request to the node must have the span of the attempt as its parent.
    expect(node.parents.filter(Boolean).sort()).toEqual(
      upstream.map(({ spanId }) => `00-${TRACE_ID}-${spanId}-01`).sort(),
    );
    const sent = Buffer.concat(otlp.requests.map(({ body }) => body)).toString('utf8');
    for (const secret of [
      'secret-in',
      '127.0.0.1',
      OWNER,
      BENCH_PROJECT.PROJECT_SERVER_KEY,
      BENCH_PROJECT.PROJECT_ID,
    ])
      expect(sent).not.toContain(secret);
  });

  it('a request without a trace starts one, a batch has a span per call, and only faults of the service are errors', async () => {
    const otlp = await receiver();
    const service = await observed(otlp.url, {
      SOLANA_RPC_URL_101: `http://127.0.0.1:${await freePort()}`,
      REQUEST_DEADLINE_MS: '2000',
    });
    await post(service, '/solana', [
      listing(SAMPLE_WALLET, 104),
      listing('not an address', 104),
      listing(OWNER),
    ]);
    await post(service, '/solana', listing(OWNER), { Authorization: 'Basic wrong' });
    const outcomeOf = ({ attributes, error }: ReceivedSpan) => [attributes['satchel.outcome'], error];
    await until('the requests are exported', () =>
      otlp.spans().some(({ attributes }) => attributes['http.response.status_code'] === 401),
    );
    const [request, refused] = named(otlp.spans(), 'POST /solana');
    expect(request).toMatchObject({ parentSpanId: undefined, kind: 2, error: undefined });
    expect(refused).toMatchObject({
      attributes: { 'satchel.refused': 'authentication-failed' },
      error: undefined,
    });
    const calls = named(otlp.spans(), 'enhancedGetTokensAndNFTs');
    expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual(Array(3).fill(request?.spanId));
    expect(calls.map(outcomeOf)).toEqual([
      ['ok', undefined],
      ['invalidParams', undefined],
      ['upstreamUnavailable', 'upstreamUnavailable'],
    ]);
  });

  it('a trace that the caller has not sampled is not exported', async () => {
    const otlp = await receiver();
    const service = await observed(otlp.url);
    await post(service, '/solana', listing(SAMPLE_WALLET, 104), {
      traceparent: `00-${TRACE_ID}-${CALLERS_SPAN}-00`,
    });
    await post(service, '/solana', [listing(SAMPLE_WALLET, 104), listing(SAMPLE_WALLET, 104)]);
    await until('the second request is exported', () => otlp.spans().length > 0);
    expect(otlp.spans().filter(({ traceId }) => traceId === TRACE_ID)).toEqual([]);
  });

  it('a page request produces one trace with a span in each process, and no span contains the address', async () => {
    const otlp = await receiver();
    const service = await observed(otlp.url, { DASHBOARD: 'on' });
    const path = `/account/${SAMPLE_WALLET}?cluster=secret`;
    expect((await fetch(service.base + path, { headers: TRACEPARENT })).status).toBe(200);
    const pages = () => named(otlp.spans(), 'GET /account/*');
    await until('both processes export the page', () => pages().length === 2);
    const outer = pages().find(({ resource }) => resource['satchel.process'] === 'api');
    const inner = pages().find(({ resource }) => resource['satchel.process'] === 'web');
    expect(outer).toMatchObject({ traceId: TRACE_ID, parentSpanId: CALLERS_SPAN });
    expect(inner).toMatchObject({ traceId: TRACE_ID, parentSpanId: outer?.spanId });
    expect(JSON.stringify(otlp.spans())).not.toMatch(new RegExp(`${SAMPLE_WALLET}|secret`));
  });

  it('traces are exported as protobuf with the configured headers, and the last ones when the service stops', async () => {
    const otlp = await receiver();
    const service = await startService({
      OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-token=receiver%20token',
      OTEL_SERVICE_NAME: 'satchel-in-test',
    });
    await post(service, '/solana', listing(SAMPLE_WALLET, 104));
    expect(otlp.requests).toEqual([]);
    await service.stop();
    expect(otlp.requests.map(({ path }) => path)).toEqual(['/v1/traces']);
    for (const { headers, body } of otlp.requests) {
      expect(headers).toMatchObject({
        'content-type': 'application/x-protobuf',
        'x-api-token': 'receiver token',
      });
      expect(body.toString('latin1')).toContain('satchel-in-test');
    }
  });
});

describe('a receiver that fails', () => {
  it.each(['cannot be reached', 'does not respond'])(
    'a receiver that %s neither affects calls nor delays the shutdown, and causes one log line',
    async (fault) => {
      const url =
        fault === 'does not respond'
          ? (await receiver({ hangs: true })).url
          : `http://127.0.0.1:${await freePort()}`;
      const service = await observed(url, {
        OTEL_BSP_MAX_QUEUE_SIZE: '50',
        OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
        OTEL_EXPORTER_OTLP_TIMEOUT: '300',
      });
      const warnings = () =>
        service
          .output()
          .split('\n')
          .filter((line) => line.includes('OpenTelemetry could not export'));
      const isAnswered = async () => {
        const answer = await post(service, '/solana', listing(SAMPLE_WALLET, 104));
        return answer.status === 200 && 'result' in (await answer.json());
      };
      for (let i = 0; i < 300; i++) expect(await isAnswered()).toBe(true);
      await until('a failure is logged', () => warnings().length > 0);
      expect(await isAnswered()).toBe(true);
      await service.stop();
      // A process that does not stop in time is killed and has no exit code.
      expect(service.child.exitCode).toBe(0);
      expect(warnings()).toHaveLength(1);
      expect(JSON.parse(warnings()[0] ?? '{}')).toMatchObject({ level: 'warn' });
      expect(warnings()[0]).not.toContain(new URL(url).port);
    },
  );
});

it.each<Record<string, string>>([{}, { OTEL_SERVICE_NAME: 'satchel' }, { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }])(
  'no traces are exported with the settings %o',
  async (env) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    expect(await telemetryOf('api', expect.unreachable)).toBeUndefined();
    vi.unstubAllEnvs();
  },
);

const WARNING =
  'Warning: OTEL_EXPORTER_OTLP_ENDPOINT is not a URL that begins with http:// or https://; no traces are exported.';

it('with an invalid endpoint, the service responds, and its output has one warning that names the variable', async () => {
  const service = await observed('collector:4318');
  expect((await post(service, '/solana', listing(SAMPLE_WALLET, 104))).status).toBe(200);
  await service.stop();
  const lines = service.output().split('\n');
  expect(lines.filter((line) => line.includes('OTEL_EXPORTER_OTLP_ENDPOINT'))).toEqual([WARNING]);
});

it.each(['collector:4318', 'localhost', '/v1/traces', 'ftp://collector', 'http://'])(
  'with the invalid endpoint %s, no traces are exported and one warning names the variable',
  async (url) => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url);
    const warnings: string[] = [];
    expect(await telemetryOf('api', (line) => warnings.push(line))).toBeUndefined();
    expect(warnings).toEqual([WARNING]);
    vi.unstubAllEnvs();
  },
);
