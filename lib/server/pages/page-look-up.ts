import 'server-only';
import { headers } from 'next/headers';
import { SOLANA_CLUSTERS } from '@/lib/dashboard/chains';
import type { UnsupportedChainError } from '@/lib/errors';
import { EVM_CHAINS } from '@/lib/evm/chains.generated';
import { SAMPLE_EVM_CHAIN } from '@/lib/evm/evm-chain';
import { linkedSignal, type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import { type RpcErrorName, toWireError } from '@/lib/rpc/rpc-errors';
import { isSameOrigin } from '@/lib/server/auth/same-origin';
import { refusedHost } from '@/lib/server/http/allowed-hosts';
import { routeAddress } from '@/lib/server/routes/route-handlers';
import type { Service } from '@/lib/server/service';
import { getService } from '@/lib/server/shared-service';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';

/** A lookup that failed for a page, with a stable reason and a message for the visitor. */
export type PageFailure = {
  ok: false;
  reason: string;
  message: string;
  retry: boolean;
  /** The problem of the chain's nodes, if that is why the lookup failed. */
  nodeTrouble?: UpstreamHealth['kind'] | undefined;
  /** HTTP status that corresponds to the failure. */
  status: number;
};

export type PageResult<T> = { ok: true; value: T } | PageFailure;

const STATUS: Partial<Record<RpcErrorName, number>> = {
  invalidParams: 400,
  unsupportedChain: 400,
  limitExceeded: 429,
  costAboveBurst: 429,
  internalError: 500,
};

/** The problem of a chain's nodes, by the reason for which a call that was retried on every endpoint failed. */
const TROUBLE: Partial<Record<string, UpstreamHealth['kind']>> = {
  'upstream-unavailable': 'failing',
  'upstream-rate-limited': 'limited',
};

/** Converts a thrown value to a failure for a page. Logs internal errors and does not describe them. */
export function pageFailure(service: Service, thrown: unknown): PageFailure {
  const { error, wire } = toWireError(thrown);
  const { reason, method, trouble } = wire.data as { reason: string; method?: unknown; trouble?: unknown };
  if (error === 'internalError') service.log.error({ err: thrown }, 'lookup for a page failed');
  return {
    ok: false,
    reason,
    message: isUnsupportedChain(thrown) ? unservedWords(thrown) : wire.message,
    status: STATUS[error] ?? 503,
    retry: error === 'upstreamUnavailable' || error === 'limitExceeded' || error === 'unavailable',
    // The error of the retries names the call.
    ...(method === undefined && trouble === undefined ? {} : { nodeTrouble: TROUBLE[reason] }),
  };
}

/** Maximum number of chains listed in a message. */
const MAX_NAMED = 8;

const isUnsupportedChain = (thrown: unknown): thrown is UnsupportedChainError =>
  thrown instanceof Error && thrown.name === 'UnsupportedChainError';

function unservedWords({ chainId, supported }: UnsupportedChainError): string {
  const names = new Map(
    supported.every((id) => SOLANA_CLUSTERS.some((cluster) => cluster.chainId === id))
      ? SOLANA_CLUSTERS.map((cluster) => [cluster.chainId, cluster.says])
      : [...EVM_CHAINS, SAMPLE_EVM_CHAIN].map((chain) => [chain.chainId, chain.name]),
  );
  const served = supported.slice(0, MAX_NAMED).map((id) => `${names.get(id) ?? 'chain'} (${id})`);
  const more = supported.length - served.length;
  const last = more > 0 ? `${more} more` : served.pop();
  // Routes read a missing or invalid chain as 0.
  const problem =
    chainId === 0
      ? 'Expected a chain id as ?chain=. This server'
      : `This server does not serve chain ${chainId}. It`;
  return `${problem} serves ${served.length > 0 ? `${served.join(', ')} and ` : ''}${last ?? 'none'}`;
}

/**
 * Runs a lookup for a page in this process, within the visitor's rate limit and the deadline of a call.
 * @param units minimum cost, in work units
 * @param work the lookup; it can charge additional units
 */
export async function lookUp<T>(
  units: number,
  work: (service: Service, scope: RequestScope, charge: (units: number) => Promise<void>) => Promise<T>,
): Promise<PageResult<T>> {
  const service = await getService();
  try {
    const visitor = routeAddress(service, await headers());
    const charge = (more: number) => service.visitorLimiter.take(visitor, more);
    await charge(units);
    service.inFlight.enter(units);
    try {
      const ms = service.env.requestDeadlineMs;
      const scope = scopeOf(AbortSignal.timeout(ms), performance.now() + ms);
      return { ok: true, value: await work(service, scope, charge) };
    } finally {
      service.inFlight.leave(units);
    }
  } catch (thrown) {
    return pageFailure(service, thrown);
  }
}

/**
 * Admits a request of the dashboard's script: checks its host and origin and charges `units`.
 * @returns the response to a rejected request; undefined if the request is admitted
 */
export async function admit(
  service: Service,
  request: Request,
  units: number,
): Promise<Response | undefined> {
  const otherHost = refusedHost(request, service.env);
  if (otherHost) return otherHost;
  const header = (name: string) => request.headers.get(name) ?? undefined;
  if (!isSameOrigin(header, service.env.publicUrl, service.pageToken))
    return refusal(403, 'cross-origin', 'This endpoint is only for the dashboard');
  try {
    await service.visitorLimiter.take(routeAddress(service, request.headers), units);
    return undefined;
  } catch (thrown) {
    const { wire } = toWireError(thrown);
    const after = wire.data.retryAfterSeconds;
    return refusal(429, wire.data.reason, wire.message, { 'Retry-After': String(after ?? 1) });
  }
}

/** Creates the response to a rejected request of the dashboard's script. */
export const refusal = (
  status: number,
  reason: string,
  message: string,
  headers: Record<string, string> = {},
) => Response.json({ reason, message }, { status, headers: { 'Cache-Control': 'no-store', ...headers } });

/** Creates the response to a request of the dashboard's script: the value as one JSON line, or the failure. */
export const lineOf = (request: Request, found: PageResult<unknown>) =>
  found.ok
    ? ndjson(request, async function* () {
        yield found.value;
      })
    : refusal(found.status, found.reason, found.message);

/**
 * Creates a streamed response of JSON lines.
 * @param make produces the values of the lines; its signal is aborted when the client disconnects
 */
export function ndjson(request: Request, make: (gone: AbortSignal) => AsyncIterable<unknown>): Response {
  const reader = linkedSignal(request.signal);
  const values = make(reader.signal)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await values.next();
        if (done) {
          reader.clear();
          controller.close();
        } else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
      } catch (error) {
        if (!reader.signal.aborted) controller.error(error);
        reader.clear();
      }
    },
    async cancel() {
      reader.abort();
      await values.return?.();
    },
  });
  return new Response(body, {
    headers: {
      // Use `text/*`: it is the only media type for JSON lines that Next compresses, and it flushes each line.
      'Content-Type': 'text/x-ndjson; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // Prevent a proxy in front from buffering the lines.
      'X-Accel-Buffering': 'no',
    },
  });
}
