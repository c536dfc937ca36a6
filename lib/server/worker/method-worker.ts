import 'server-only';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { OverloadedError } from '@/lib/errors';
import { type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import { KeyedCounts, Semaphore } from '@/lib/promises/semaphore';
import { type MethodCall, type MethodResult, type RunMethod, runMethod } from '@/lib/rpc/run-method';
import type { Commitment } from '@/lib/solana/commitment';
import type { GuardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { isLargeAnswer } from '@/lib/sources/solana/large-answers';
import { UnparsedBody } from '@/lib/sources/transport/rpc-request';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { deadlineExceeded } from '@/lib/sources/transport/upstream-errors';
import { projectRoot } from '../internal-env';
import type { Log } from '../telemetry/log';
import { type PortResponse, PortRpc } from './port-rpc';
import type { AcceptRequest, CallRequest, FetchRequest, RunRequest, WorkerData } from './worker-messages';

/** Maximum number of concurrent calls in the worker (contract §2). */
const CONCURRENT = 4;
/** Maximum number of waiting calls of one project. */
const MAX_WAITING_PER_PROJECT = 16;
/** Maximum number of waiting calls. */
const MAX_WAITING = 64;

export type MethodWorkerParts = {
  data: WorkerData;
  /** The transports of all chains by name. */
  transports: ReadonlyMap<string, Transport>;
  fetch: GuardedFetch;
  /** Returns the commitment of the reads of each chain. */
  commitments: () => Record<number, Commitment>;
  log: Pick<Log, 'error'>;
};

/**
 * Runs calls with large responses in a worker thread. The thread parses upstream responses, decodes accounts,
 * serializes the result and transfers its bytes. Connections to upstreams and their limits stay in this thread. Starts
 * the worker thread on demand.
 */
export class MethodWorker {
  private readonly places = new Semaphore(CONCURRENT);
  /** Number of waiting calls of each project. */
  private readonly waiting = new KeyedCounts<string>();
  private running: { worker: Worker; rpc: PortRpc } | undefined;

  constructor(
    private readonly parts: MethodWorkerParts,
    private readonly script = join(projectRoot(), 'dist', 'method.worker.js'),
  ) {}

  /**
   * Runs a call. Projects take turns.
   * @throws OverloadedError if too many calls are waiting or the thread ends; the errors of the method
   */
  async run(
    { method, params, chainId, chainIdGiven, projectId = '' }: MethodCall,
    scope: RequestScope,
  ): Promise<MethodResult> {
    const release = await this.place(projectId, scope.signal);
    try {
      const request: RunRequest = {
        method: method.name,
        params,
        chainId,
        chainIdGiven,
        commitment: this.parts.commitments()[chainId] ?? 'confirmed',
        remainingMs: scope.deadlineAt - performance.now(),
        trace: scope.trace,
      };
      return (await this.start().request('run', request, scope.signal)) as MethodResult;
    } finally {
      release();
    }
  }

  async close(): Promise<void> {
    await this.running?.worker.terminate();
  }

  private async place(projectId: string, signal: AbortSignal): Promise<() => void> {
    if (this.waiting.of(projectId) >= MAX_WAITING_PER_PROJECT || this.waiting.total >= MAX_WAITING)
      throw new OverloadedError();
    this.waiting.add(projectId, 1);
    try {
      return await this.places.acquire(signal, projectId);
    } catch {
      throw deadlineExceeded(signal);
    } finally {
      this.waiting.add(projectId, -1);
    }
  }

  private start(): PortRpc {
    if (this.running !== undefined) return this.running.rpc;
    const { data, log } = this.parts;
    const worker = new Worker(this.script, {
      workerData: data,
      resourceLimits: {
        maxOldGenerationSizeMb: data.maxHeapMb,
        // The young generation is larger than by default, because listings create long-lived objects: 50,000 NFTs take
        // 10 % less time than with Node 20's default of 48 MB.
        maxYoungGenerationSizeMb: Math.min(96, data.maxHeapMb / 4),
      },
    });
    const rpc: PortRpc = new PortRpc(worker, {
      call: (request: CallRequest, signal) => this.call(rpc, request, signal),
      fetch: (request: FetchRequest, signal) => this.fetch(request, signal),
    });
    worker.on('error', (error) => log.error({ err: error }, 'the worker thread failed'));
    worker.once('exit', () => {
      this.running = undefined;
      rpc.fail(new OverloadedError());
    });
    worker.unref();
    this.running = { worker, rpc };
    return rpc;
  }

  /** Makes an upstream call for the worker. The worker validates each response. */
  private async call(
    rpc: PortRpc,
    { callId, transport, method, params, anotherFirst, remainingMs, trace }: CallRequest,
    signal: AbortSignal,
  ): Promise<PortResponse> {
    const accept = async (result: unknown) => {
      const isBytes = result instanceof UnparsedBody;
      const request: AcceptRequest = isBytes
        ? { callId, body: { status: result.status, bytes: result.bytes, id: result.id } }
        : { callId, result };
      const transfer = isBytes ? transferable(result.bytes) : [];
      return (await rpc.request('accept', request, signal, transfer)) === true || undefined;
    };
    const found = this.parts.transports.get(transport);
    if (found === undefined) throw new Error(`Unknown transport ${transport}`);
    const scope = scopeOf(signal, performance.now() + remainingMs, trace);
    // Longer bodies are parsed in the worker. Parse short bodies here: they may be errors, after which the next
    // endpoint may be tried.
    await found(method, params, scope, { accept, anotherFirst, parseUpTo: 4 * 1024 });
    return { value: undefined };
  }

  private async fetch({ url, maxBytes, accept }: FetchRequest, signal: AbortSignal): Promise<PortResponse> {
    const fetched = await this.parts.fetch(url, { signal, maxBytes, accept });
    return { value: fetched, transfer: transferable(fetched.body) };
  }
}

/** Returns a list with the buffer to transfer; empty if the buffer is part of a pool and must be copied instead. */
const transferable = ({ buffer, byteLength }: Buffer): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];

/**
 * Creates a function that runs a method in this thread, and again in the worker if an upstream
 * response is too large for this thread.
 */
export const runInWorkerIfLarge =
  (worker: Pick<MethodWorker, 'run'>): RunMethod =>
  async (call, ports, scope) => {
    try {
      return await runMethod(call, ports, scope);
    } catch (thrown) {
      if (!isLargeAnswer(thrown)) throw thrown;
      return worker.run(call, scope);
    }
  };
