import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bench/listing/listing-node.ts', import.meta.url));

/** A local node in a separate process. `ask` prepares a wallet and returns the number of calls since the last `ask`. */
export type BenchNode = {
  url: string;
  ask: (message: { prepare?: string }) => Promise<number>;
  stop: () => void;
};

/**
 * Starts a node in a separate process.
 * @param latencyMs delay of each response, in ms
 */
export async function startBenchNode(latencyMs: number): Promise<BenchNode> {
  const child = fork(PROGRAM, [String(latencyMs)], {
    execArgv: [...process.execArgv, '--import', 'tsx'],
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return {
    url,
    ask: async (message) => {
      child.send(message);
      const [{ calls }] = (await once(child, 'message')) as [{ calls: number }];
      return calls;
    },
    stop: () => child.disconnect(),
  };
}
