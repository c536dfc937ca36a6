import type { Call } from '@/lib/rpc/define-method';
import type { Commitment } from '@/lib/solana/commitment';
import type { CallParams } from '@/lib/sources/transport/transport-type';
import type { TraceContext } from '@/lib/trace/trace-context';
import type { Env } from '../env';

/** Data with which a worker thread is started. */
export type WorkerData = {
  /** The settings, without secrets. */
  env: Env;
  cursorSecret: string;
  memoryBytes: number;
  maxHeapMb: number;
};

/** To the worker: run a method. The response is a `MethodResult`. */
export type RunRequest = Call & {
  method: string;
  params: unknown;
  /** Commitment of the chain's reads. */
  commitment: Commitment;
  /** Time until the deadline, in ms. Not a point in time, because the threads' clocks have different origins. */
  remainingMs: number;
  trace: TraceContext | undefined;
};

/** To the worker: check the result of one of its upstream calls. The response says whether the result is accepted. */
export type AcceptRequest = {
  callId: number;
  result?: unknown;
  /** An unparsed body, and the JSON-RPC id of the response in it. */
  body?: { status: number; bytes: Uint8Array; id: number };
};

/** From the worker: make an upstream call. */
export type CallRequest = {
  callId: number;
  transport: string;
  method: string;
  params: CallParams;
  anotherFirst: boolean;
  /** Time until the deadline, in ms; Infinity without a deadline. */
  remainingMs: number;
  trace: TraceContext | undefined;
};

/** From the worker: fetch a document. */
export type FetchRequest = { url: string; maxBytes: number; accept: string };
