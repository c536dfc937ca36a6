import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EVM_CHAINS } from '@/lib/evm/chains.generated';
import { sampleEvmTransport } from '@/lib/sources/sample/evm-sample';
import { batchingNode, replyToAll } from '@/lib/testing/nodes/batching-node';
import { freePort } from '@/lib/testing/servers/free-port';

/**
 * Starts the built server with a new store, on the sample network and with a local node for every EVM chain. `stop` ends
 * the server and removes the store.
 */
export async function startDashboard(): Promise<{ origin: string; stop: () => void }> {
  let calls = 0;
  const node = await batchingNode(async (body) => {
    // Chains respond after 0.1 to 1 s, as public endpoints do.
    await sleep(100 + 20 * (calls++ % EVM_CHAINS.length));
    return replyToAll(body, sampleEvmTransport);
  });
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
  const server = spawn(process.execPath, ['dist/server.js'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_SECOND: '0',
      ...Object.fromEntries(EVM_CHAINS.map(({ chainId }) => [`EVM_RPC_URL_${chainId}`, node.url])),
    },
  });
  const stop = () => {
    server.kill();
    void node.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const origin = `http://localhost:${port}`;
  for (let i = 0; i < 100; i++) {
    const up = await fetch(`${origin}/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return { origin, stop };
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  stop();
  throw new Error('The server did not start; run npm run build first');
}
