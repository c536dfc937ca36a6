import 'server-only';
import { decodePercent } from '@/lib/decode-percent';
import { COVERAGE_HEADER } from '@/lib/rpc/coverage-header';
import type { Method } from '@/lib/rpc/define-method';
import { IGNORED_HEADER } from '@/lib/rpc/params/read-params';
import { validCredentials } from '@/lib/server/auth/basic-auth';
import type { HttpResponse } from './rpc-request';
import { RATE_LIMIT_HEADER, RATE_LIMIT_POLICY_HEADER } from './rpc-request';

/**
 * Compatibility with existing SDKs (`SDK_COMPAT`): credentials in the query, CORS for all origins, another method
 * prefix, and an array result for a single account.
 */

/** Converts the name of a method in existing SDKs, which has the prefix `particle`. */
export const nameOfSdkName = (name: string): string => name.replace(/^particle_/, 'svc_');

/**
 * Converts the credentials in a query string, `projectUuid` and `projectKey`, to an `Authorization` header. Returns
 * undefined if they are missing or invalid.
 */
export function queryAuthorization(query: string): string | undefined {
  const parameters = new URLSearchParams(query);
  return projectAuthorization(parameters.get('projectUuid') ?? '', parameters.get('projectKey') ?? '');
}

/** Name of the query parameter in which DAS clients send credentials. */
const API_KEY = 'api-key=';

/**
 * Converts the credentials in a query string, `api-key=project_id:server_key`, to an `Authorization` header. Returns
 * undefined if they are missing or invalid. Treats `+` as a plus, not as a space, because clients append keys
 * unescaped.
 */
export function apiKeyAuthorization(query: string): string | undefined {
  const given = query.split('&').find((part) => part.startsWith(API_KEY));
  if (given === undefined) return undefined;
  const text = decodePercent(given.slice(API_KEY.length));
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 0) return undefined;
  return projectAuthorization(text.slice(0, colon), text.slice(colon + 1));
}

function projectAuthorization(projectId: string, serverKey: string): string | undefined {
  if (validCredentials(projectId, serverKey) === undefined) return undefined;
  return `Basic ${Buffer.from(`${projectId}:${serverKey}`).toString('base64')}`;
}

const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  // @solana/web3.js and Kit send `solana-client` with every call, MCP clients the others.
  'Access-Control-Allow-Headers':
    'Content-Type, Authorization, traceparent, tracestate, solana-client, mcp-protocol-version, mcp-method, mcp-name',
  'Access-Control-Expose-Headers': [
    COVERAGE_HEADER,
    IGNORED_HEADER,
    RATE_LIMIT_HEADER,
    RATE_LIMIT_POLICY_HEADER,
    'Retry-After',
    'X-Request-Id',
  ].join(', '),
  'Access-Control-Max-Age': '86400',
};

export const withCors = (answer: HttpResponse): HttpResponse => ({
  ...answer,
  headers: { ...answer.headers, ...CORS_HEADERS },
});

/** Creates the response to a browser's preflight request. */
export const preflightAnswer = (): HttpResponse =>
  withCors({ status: 204, headers: {}, body: '', byteLength: 0 });

/**
 * Adapts the methods for callers with query credentials: the lookup of a BTC account returns an array even for one
 * config, with `chainId` at the top level.
 */
export function sdkMethods(methods: readonly Method[]): Method[] {
  return methods.map((method) => (method.name === 'svc_aa_getBTCAccount' ? withArrayResult(method) : method));
}

function withArrayResult(method: Method): Method {
  const { responseCache } = method;
  return {
    ...method,
    echoesChainId: true,
    handler: async (...args) => {
      const result = await method.handler(...args);
      return Array.isArray(result) ? result : [result];
    },
    ...(responseCache && {
      responseCache: {
        ...responseCache,
        isShared: (found, ports) => responseCache.isShared?.((found as unknown[])[0], ports) ?? true,
        cacheKey: (raw) => {
          const name = responseCache.cacheKey(raw);
          return name === undefined ? undefined : `${name} as an array`;
        },
      },
    }),
  };
}
