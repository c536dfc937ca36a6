import type { RequestScope } from '@/lib/promises/request-scope';
import type { Ports } from '@/lib/services/ports';
import type { Method } from './define-method';
import type { WrittenResult } from './response-cache';
import { writeResult } from './write-answer';

/** A call with parsed params. */
export type MethodCall = {
  method: Method;
  /** The result of `method.readParams`. */
  input: unknown;
  params: unknown;
  chainId: number;
  chainIdGiven: boolean;
  /** The caller's project; undefined for a visitor of the dashboard. */
  projectId?: string | undefined;
};

/** A serialized result, the call's additional work units, and how the result may be cached (`CacheRule`). */
export type MethodResult = WrittenResult & { unitsBeyond: number; ttlMs: number; isShared: boolean };

/** Calls a method's handler and serializes its result. */
export type RunMethod = (call: MethodCall, ports: Ports, scope: RequestScope) => Promise<MethodResult>;

/** Runs a method in this thread. */
export const runMethod: RunMethod = async (
  { method, input, params, chainId, chainIdGiven },
  ports,
  scope,
) => {
  const output = await method.handler(input, ports, { chainId, chainIdGiven }, scope);
  return {
    ...writeResult(method, { input, params }, output),
    unitsBeyond: method.unitsBeyond?.(output) ?? 0,
    ttlMs: method.responseCache?.ttlMs(ports.settings, output) ?? 0,
    isShared: method.responseCache?.isShared?.(output, ports) ?? true,
  };
};
