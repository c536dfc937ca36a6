import type * as z from 'zod/mini';
import { writeJsonText } from '@/lib/json/exact-write';
import { byteLengthOf } from '@/lib/json/json-text';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Ports } from '@/lib/services/ports';
import type { Call, Method } from './define-method';
import { boundedNames } from './params/read-params';
import type { WrittenResult } from './response-cache';

/** A call with parsed params. */
export type MethodCall = Call & {
  method: Method;
  /** The result of `method.readParams`. */
  input: unknown;
  params: unknown;
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

/** Serializes a handler's output as the `result` of a response. */
export function writeResult(
  method: Method,
  { input, params }: { input: unknown; params: unknown },
  output: unknown,
): WrittenResult {
  const ignored = boundedNames(method.ignoredNames?.(params) ?? []);
  const result = method.resultOf ? method.resultOf(output, input, ignored) : output;
  const text = writeJsonText(
    method.integers?.areStrings(params, input) ? withStringIntegers(result, method.result) : result,
  );
  return { text, byteLength: byteLengthOf(text), coverage: method.coverageOf?.(output) };
}

/**
 * Copies a result and converts its 64-bit integers to decimal strings: all members that the schema declares as bigints,
 * even if small, and all bigints elsewhere, such as in an off-chain document.
 * @param schema schema of the value; undefined if it is not known
 */
function withStringIntegers(value: unknown, schema?: z.core.$ZodType): unknown {
  const declared = schema === undefined ? undefined : declaredBy(schema);
  if (typeof value === 'bigint' || (typeof value === 'number' && declared?.type === 'bigint'))
    return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const element = declared?.type === 'array' ? declared.element : undefined;
    return value.map((each) => withStringIntegers(each, element));
  }
  const shape = declared?.type === 'object' ? declared.shape : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withStringIntegers(member, shape?.[name])]),
  );
}

/** Removes the optional and nullable wrappers of a schema and returns the definition of the inner schema. */
function declaredBy(schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'optional' || def.type === 'nullable' ? declaredBy(def.innerType) : def;
}
