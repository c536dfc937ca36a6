import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isFulfilled, untilStarted } from '@/lib/testing/until';
import { endProcess } from '../servers/end-process';
import { freePort } from '../servers/free-port';
import { callNode } from './call-node';

/** A local EVM chain for tests. */
export type Anvil = {
  url: string;
  /** Makes a JSON-RPC call. Also supports anvil's own `anvil_…` methods. */
  ask: (method: string, ...params: unknown[]) => Promise<unknown>;
  stop: () => Promise<void>;
};

/** Whether the npm package of anvil supports this platform. */
export const ANVIL_RUNS_HERE = process.platform === 'linux' && process.arch === 'x64';

/**
 * Starts anvil from `@foundry-rs/anvil-linux-amd64` (an optional dependency with the binary).
 * @throws Error if the package is missing
 */
export async function startAnvil(): Promise<Anvil> {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('@foundry-rs/anvil-linux-amd64/package.json'));
  const port = await freePort();
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', '31337', '--silent'];
  const process = spawn(join(folder, 'bin', 'anvil'), flags, { stdio: 'ignore' });
  const failed = new Promise<never>((_, reject) => {
    process.once('error', reject);
    process.once('exit', (code, signal) =>
      reject(new Error(`anvil exited with ${signal ?? `code ${code}`}`)),
    );
  });
  failed.catch(() => undefined);
  const url = `http://127.0.0.1:${port}`;
  const ask: Anvil['ask'] = (method, ...params) => callNode(url, method, params);
  await Promise.race([failed, untilStarted('anvil answers', () => isFulfilled(ask('eth_chainId')))]);
  return { url, ask, stop: () => endProcess(process) };
}
