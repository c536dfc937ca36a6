import type { Outcome } from './responses';
import { SatchelError } from './satchel-error';
import { type SendOptions, send, type WireCall } from './send';
import { type ClientOptions, readSettings } from './settings';

// The module served as `/client.js`. Its types (`/client.d.ts`) are generated with it.

export { SatchelError };

/** All methods by their name without the prefix. Inserted when the module is generated. */
declare const METHODS: Record<string, { wireName: string; group: string }>;

type Named = Record<string, unknown>;
type NodeOptions = SendOptions & { chainId?: number };
/** Methods of nodes that only read. */
const REPEATABLE = /^(?:get|is|simulate|minimum)[A-Z]/;
type BatchItem = { method: string; params: Named };

/** Maximum number of requests in a batch (contract §1). */
const MAX_BATCH = 100;

/**
 * Creates a client of a Satchel service. The client has `batch`, `rpc` for the methods of Solana's nodes, and a function
 * for each method of the service, whose name is the wire name without the prefix.
 * @throws SatchelError for invalid options
 */
export function createClient(options: ClientOptions = {}) {
  const settings = readSettings(options, globalThis);
  const one = async (name: string, params: Named = {}, call: SendOptions = {}) => {
    const { group, wire } = wireCall(name, params);
    const [outcome] = await send(settings, group, [wire], true, call);
    if (outcome?.ok) return outcome.result;
    throw outcome?.error;
  };
  const batch = async (items: readonly BatchItem[], call: SendOptions = {}) => {
    if (!Array.isArray(items) || items.length === 0 || items.length > MAX_BATCH)
      throw new SatchelError('batch-size', `A batch must have 1 to ${MAX_BATCH} calls`);
    const calls = items.map((item) => wireCall(item?.method, item?.params));
    const outcomes: Outcome[] = [];
    const sendGroup = async (group: string) => {
      const indexes = [...calls.keys()].filter((index) => calls[index]?.group === group);
      const wires = indexes.map((index) => calls[index]?.wire as WireCall);
      const answers = await send(settings, group, wires, false, call);
      for (const [at, index] of indexes.entries()) outcomes[index] = answers[at] as Outcome;
    };
    // One request per endpoint, because each endpoint accepts only its own methods.
    await Promise.all([...new Set(calls.map(({ group }) => group))].map(sendGroup));
    return outcomes.map((outcome) =>
      outcome.ok ? { ok: true, result: outcome.result } : { ok: false, error: outcome.error },
    );
  };
  const rpc = async (
    method: string,
    params: readonly unknown[] = [],
    { chainId, ...call }: NodeOptions = {},
  ) => {
    // A repetition of any other method could have another effect.
    const how = REPEATABLE.test(method) ? settings : { ...settings, retries: 0 };
    const [outcome] = await send(how, 'solana', [{ method, chainId, params }], true, call);
    if (outcome?.ok) return outcome.result;
    throw outcome?.error;
  };
  // Full wire names are also functions, but reject with an error that contains the right name.
  const names = Object.entries(METHODS).flatMap(([name, { wireName }]) => [name, wireName]);
  const methods = names.map((name) => [
    name,
    (params?: Named, call?: SendOptions) => one(name, params, call),
  ]);
  return Object.freeze({ ...Object.fromEntries(methods), batch, rpc });
}

function wireCall(name: string, given: Named | null): { group: string; wire: WireCall } {
  const { chainId, ...params } = given ?? {};
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (method === undefined) throw new SatchelError('method-not-found', unknownMethod(name));
  return { group: method.group, wire: { method: method.wireName, chainId, params } };
}

function unknownMethod(name: string): string {
  const [own] = Object.entries(METHODS).find(([, { wireName }]) => wireName === name) ?? [];
  return `There is no method ${String(name)}${own === undefined ? '' : `; in this client, its name is ${own}`}`;
}
