import 'server-only';
import type { Commitment } from '@/lib/solana/commitment';
import type { GuardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { Finality } from '@/lib/sources/solana/finality';
import { parseJson, readResult } from '@/lib/sources/transport/rpc-request';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { EndpointFault } from '@/lib/sources/transport/upstream-errors';
import type { SolanaConnections } from '../upstreams/solana-wiring';
import type { PortRpc } from './port-rpc';
import type { AcceptRequest, CallRequest, FetchRequest } from './worker-messages';

/** How to parse and validate the response to a call. */
type Check = { accept: (result: unknown) => Promise<boolean>; roundIntegers: boolean | undefined };

/** Connections of a worker thread. The main thread, which owns the real connections, makes the calls. */
export class WorkerConnections implements SolanaConnections {
  /** Checks of the responses to calls in flight, by call id. */
  private readonly checks = new Map<number, Check>();
  private readonly finalities = new Map<number, Finality>();
  private nextId = 0;

  constructor(private readonly rpc: () => PortRpc) {}

  /** Returns whether the caller that is waiting for a response accepts it. */
  async accept({ callId, result, body }: AcceptRequest): Promise<boolean> {
    const check = this.checks.get(callId);
    if (check === undefined) return false;
    if (body === undefined) return check.accept(result);
    try {
      const parsed = parseJson(bufferOf(body.bytes), check.roundIntegers);
      return await check.accept(readResult(body.status, parsed, body.id));
    } catch (thrown) {
      if (thrown instanceof EndpointFault) return false;
      throw thrown;
    }
  }

  finality(chainId: number): Finality {
    const finality = new Finality();
    this.finalities.set(chainId, finality);
    return finality;
  }

  /** Takes over the main thread's commitment of a chain. */
  follow(chainId: number, commitment: Commitment): void {
    this.finalities.get(chainId)?.follow(commitment);
  }

  transport(name: string): Transport {
    return async (method, params, scope, { accept, anotherFirst = false, roundIntegers } = {}) => {
      const callId = this.nextId++;
      let accepted: unknown;
      const check = async (result: unknown) => {
        accepted = accept === undefined ? result : await accept(result);
        return accept === undefined || accepted !== undefined;
      };
      this.checks.set(callId, { accept: check, roundIntegers });
      const request: CallRequest = {
        callId,
        transport: name,
        method,
        params,
        anotherFirst,
        remainingMs: scope.deadlineAt - performance.now(),
        trace: scope.trace,
      };
      try {
        await this.rpc().request('call', request, scope.signal);
        return accepted as never;
      } finally {
        this.checks.delete(callId);
      }
    };
  }

  readonly fetch: GuardedFetch = Object.assign(
    async (url: string, { signal, maxBytes, accept }: Parameters<GuardedFetch>[1]) => {
      const request: FetchRequest = { url, maxBytes, accept };
      const fetched = await this.rpc().request('fetch', request, signal);
      return fetched as Awaited<ReturnType<GuardedFetch>>;
    },
    { close: async () => undefined },
  );
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
