import { setTimeout as sleep } from 'node:timers/promises';
import { publicKeys } from '@/lib/testing/keys';
import { VARIABLES } from './stack';

const LANES = 8;
/** Pause after each call, in ms, so that calls do not saturate the machine. */
const PAUSE_MS = 10;
const AUTHORIZATION = `Basic ${Buffer.from(`${VARIABLES.PROJECT_ID}:${VARIABLES.PROJECT_SERVER_KEY}`).toString('base64')}`;
let used = 0;

/** Number of responses by outcome, such as `result` or `503 store-unavailable`. */
export type Outcomes = Map<string, number>;

/** Posts a JSON-RPC call to the balancer. */
export const call = (base: string, path: string, body: unknown) =>
  fetch(base + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: AUTHORIZATION },
    body: JSON.stringify(body),
  });

/** Looks up a key that was not used before, so that the instance must record it. */
export const lookUpKeys = (base: string) =>
  call(base, '/evm-chain', {
    jsonrpc: '2.0',
    id: 1,
    chainId: 31337,
    method: 'svc_aa_getBTCAccount',
    params: [{ name: 'BTC', version: '2.0.0', btcPublicKey: publicKeys(1, ++used)[0] }],
  });

/** Returns the outcome of a response: `result`, the status and reason of an error, or a description of a failure. */
export async function describeAnswer(answer: Promise<Response>): Promise<string> {
  try {
    const response = await answer;
    const text = await response.text();
    const type = response.headers.get('content-type') ?? 'no type';
    if (!type.startsWith('application/json')) return `not JSON-RPC: ${response.status} ${type}`;
    const { jsonrpc, result, error } = JSON.parse(text);
    if (result !== undefined) return 'result';
    if (jsonrpc !== '2.0' || typeof error?.code !== 'number' || typeof error?.data?.reason !== 'string')
      return `not JSON-RPC: ${response.status} ${text.slice(0, 80)}`;
    if (response.status === 503 && !response.headers.has('retry-after'))
      return 'not JSON-RPC: no Retry-After';
    return `${response.status} ${error.data.reason}`;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return `connection: ${cause?.code ?? message}`;
  }
}

/**
 * Makes calls continuously, from 0.5 s before `during` starts to 0.5 s after it ends. Resolves to
 * the outcomes of all calls.
 */
export async function callWhile(base: string, during: () => Promise<unknown>): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  let hasEnded = false;
  const lane = async () => {
    while (!hasEnded) {
      const outcome = await describeAnswer(lookUpKeys(base));
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      await sleep(PAUSE_MS);
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  try {
    // Make calls before, during and after the event.
    await sleep(500);
    await during();
    await sleep(500);
  } finally {
    hasEnded = true;
    await Promise.all(lanes);
  }
  return outcomes;
}
