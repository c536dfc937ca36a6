import 'server-only';
import { type RunMethod, runMethod } from '@/lib/rpc/run-method';
import { isLargeAnswer } from '@/lib/sources/solana/large-answers';
import type { MethodWorker } from './method-worker';

/** Runs a method in this thread, or in the worker if a node's answer to it is large. */
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
