import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@/lib/testing/servers/free-port';

/** Starts the built server on the sample network with a new store; `stop` ends the server and removes the store. */
export async function startDashboard(): Promise<{ origin: string; stop: () => void }> {
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
    },
  });
  const stop = () => {
    server.kill();
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
