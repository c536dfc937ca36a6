import { parentPort, workerData } from 'node:worker_threads';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { scopeOf } from '@/lib/promises/request-scope';
import type { SolanaPorts } from '@/lib/rpc/define-method';
import { methods } from '@/lib/rpc/methods';
import { type MethodResult, runMethod } from '@/lib/rpc/run-method';
import { wireSolana } from '@/lib/server/upstreams/solana-wiring';
import { PortRpc } from '@/lib/server/worker/port-rpc';
import { WorkerConnections } from '@/lib/server/worker/worker-connections';
import type { AcceptRequest, RunRequest, WorkerData } from '@/lib/server/worker/worker-messages';
import type { Ports } from '@/lib/services/ports';

// Entry point of the thread that runs Solana methods with large results (lib/server/worker/method-worker.ts).

const { env, cursorSecret, memoryBytes } = workerData as WorkerData;
if (parentPort === null) throw new Error('method.worker.ts must run in a worker thread');

const connections = new WorkerConnections(() => rpc);
const { solana } = wireSolana(env, connections, { memory: new ByteBudget(memoryBytes), cursorSecret });
const ports: SolanaPorts = { solana, settings: { solanaCacheMs: env.solanaCacheMs } };

async function run(request: RunRequest, signal: AbortSignal) {
  const { params, chainId, chainIdGiven, commitment, remainingMs, trace } = request;
  connections.follow(chainId, commitment);
  // Methods of the group `solana` need only the ports that exist in this thread, which `defineMethod` ensures.
  const method = methods.find(({ name, group }) => name === request.method && group === 'solana');
  if (method === undefined) throw new Error(`Unknown Solana method ${request.method}`);
  const call = { method, input: method.readParams(params), params, chainId, chainIdGiven };
  const scope = scopeOf(signal, performance.now() + remainingMs, trace);
  const { text, ...result } = await runMethod(call, ports as Ports, scope);
  // The encoder allocates an unshared buffer, which can be transferred.
  const pieces = typeof text === 'string' ? [new TextEncoder().encode(text)] : text;
  const value: MethodResult = { ...result, text: pieces };
  return {
    value,
    transfer: pieces.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer),
  };
}

const rpc: PortRpc = new PortRpc(parentPort, {
  run,
  accept: async (request: AcceptRequest) => ({ value: await connections.accept(request) }),
});
