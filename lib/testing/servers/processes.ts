import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilStarted } from '@/lib/testing/until';
import { endProcess } from './end-process';
import { freePort } from './free-port';
import { metricOf } from './metrics';

/** Credentials of the services that benchmarks and process tests start. */
export const BENCH_PROJECT = {
  PROJECT_ID: 'bench-project',
  PROJECT_SERVER_KEY: 'bench-server-key-of-loopback',
};
export const BENCH_AUTHORIZATION = `Basic ${Buffer.from(`${BENCH_PROJECT.PROJECT_ID}:${BENCH_PROJECT.PROJECT_SERVER_KEY}`).toString('base64')}`;

export type Running = {
  port: number;
  base: string;
  pid: number;
  child: ChildProcess;
  output: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/**
 * Starts a Node script that listens on `PORT`, and waits until it responds to `path`, other than with 503.
 * @param shell a shell command that runs before the script in the same process, such as `ulimit -n 512`
 */
export async function startNode(
  args: string[],
  env: Record<string, string>,
  path = '/',
  shell?: string,
): Promise<Running> {
  const port = Number(env.PORT ?? (await freePort()));
  const inShell = ['-c', `${shell} && exec "$0" "$@"`, process.execPath, ...args];
  const [program, words] = shell === undefined ? [process.execPath, args] : ['sh', inShell];
  const child = spawn(program, words, {
    env: { ...process.env, NODE_ENV: 'production', ...BENCH_PROJECT, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  // Always drain the output: the child blocks when its pipe is full.
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const base = `http://127.0.0.1:${port}`;
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended:\n${output}`);
    return fetch(base + path).then(
      ({ status }) => status !== 503,
      () => false,
    );
  };
  await untilStarted(`${args.join(' ')} listens`, isUp).catch((cause) => {
    child.kill('SIGKILL');
    throw new Error(`${cause.message}\n${output}`, { cause });
  });
  const stop = (signal?: NodeJS.Signals) => endProcess(child, signal);
  return { port, base, pid: child.pid ?? 0, child, output: () => output, stop };
}

/** Posts a body to an endpoint with the credentials of `startService`'s project; `headers` override the defaults. */
export function post(
  { base }: Pick<Running, 'base'>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(base + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', Authorization: BENCH_AUTHORIZATION, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/**
 * Starts the built service with a temporary store.
 * @param options.awaitsDashboard whether to wait until the dashboard responds, if it is enabled
 */
export async function startService(
  env: Record<string, string> = {},
  { shell, awaitsDashboard = env.DASHBOARD === 'on' }: { shell?: string; awaitsDashboard?: boolean } = {},
): Promise<Running> {
  const made = env.DATA_DIR === undefined ? mkdtempSync(join(tmpdir(), 'satchel-bench-')) : undefined;
  const running = await startNode(
    // The command that `npm start` and the container run.
    ['--enable-source-maps', 'dist/server.js'],
    {
      LOG_LEVEL: 'warn',
      DASHBOARD: 'off',
      RATE_LIMIT_PER_SECOND: '100000000',
      // A long deadline, in case the machine is busy. Tests of deadlines set their own.
      REQUEST_DEADLINE_MS: '120000',
      ...(made ? { DATA_DIR: made } : {}),
      ...env,
    },
    '/health',
    shell,
  );
  if (awaitsDashboard)
    await untilStarted('the dashboard answers', async () => {
      const ready = await fetch(`${running.base}/ready`);
      return (await ready.json()).dashboard === 'ok';
    });
  return {
    ...running,
    stop: async (signal) => {
      await running.stop(signal);
      if (made) rmSync(made, { recursive: true, force: true });
    },
  };
}

/** Returns the CPU seconds (user and system) that a process has used. Linux only. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns the resident memory of a process in MB: now (`VmRSS`) or at its peak (`VmHWM`). Linux only. */
export function residentMegabytes(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
  const kilobytes = lines.find((line) => line.startsWith(`${field}:`))?.replace(/\D/g, '');
  return Number(kilobytes) / 1024;
}

/**
 * Returns the heap and external memory of a service in MB, read from its metrics.
 * @param token the service's `METRICS_TOKEN`, required with `TRUST_PROXY`
 * @throws Error if the service rejects the request for metrics
 */
export async function heldMegabytes({ base }: Pick<Running, 'base'>, token?: string): Promise<number> {
  const headers: HeadersInit = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(`${base}/metrics`, { headers });
  if (!response.ok) throw new Error(`/metrics answers ${response.status}`);
  const text = await response.text();
  const bytes =
    metricOf(text, 'nodejs_heap_size_used_bytes') + metricOf(text, 'nodejs_external_memory_bytes');
  return bytes / 2 ** 20;
}

/** Returns the median of an odd number of values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
