import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '@/lib/server/env';
import { createHttpServer } from '@/lib/server/http/http-server';
import type { Service } from '@/lib/server/service';
import { shareService } from '@/lib/server/shared-service';
import { makeService, type ServiceOptions } from '@/lib/server/wiring';
import { closeAtOnce, listenOnLoopback } from './loopback';
import { TEST_AUTHORIZATION, TEST_PROJECT } from './service-parts';

export type RunningService = {
  service: Service;
  port: number;
  base: string;
  /** Sends a JSON-RPC request with the test project's credentials. Returns the response as text and as parsed JSON. */
  call: (
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; text: string; json: ReturnType<typeof JSON.parse> }>;
  stop: () => Promise<void>;
};

/** Starts the complete service in this process with the given environment, a temporary store and a real socket. */
export async function runService(
  env: Record<string, string> = {},
  options: ServiceOptions = {},
): Promise<RunningService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-test-'));
  const service = await makeService(
    readEnv({
      DATA_DIR: dataDir,
      PROJECT_ID: TEST_PROJECT.projectId,
      PROJECT_SERVER_KEY: TEST_PROJECT.serverKey,
      RATE_LIMIT_PER_SECOND: '0',
      // A long deadline, in case the machine is busy. Tests of deadlines set their own.
      REQUEST_DEADLINE_MS: '120000',
      LOG_LEVEL: 'silent',
      // Tests must never query public servers.
      BITCOIN_ESPLORA_URL: 'off',
      BITCOIN_ESPLORA_URL_TESTNET: 'off',
      BITCOIN_ESPLORA_URL_SIGNET: 'off',
      ...env,
    }),
    options,
  );
  shareService(service);
  const server: Server = createHttpServer(service, (_request, response) => {
    response.writeHead(404).end();
  });
  const base = `http://${await listenOnLoopback(server)}`;
  return {
    service,
    port: Number(new URL(base).port),
    base,
    async call(path, body, headers = {}) {
      const response = await fetch(base + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, text, json: JSON.parse(text) };
    },
    async stop() {
      await closeAtOnce(server);
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
