import 'server-only';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { abortable } from '@/lib/promises/request-scope';
import { CALLER_HEADER, callerHeader } from '../http/forwarded-headers';
import { projectRoot } from '../internal-env';
import type { Log } from '../telemetry/log';
import { type FromWebProcess, METRICS_PATH, type ToWebProcess } from './web-messages';

export type WebProcessState = 'starting' | 'ok' | 'unavailable';

const FIRST_RESTART_MS = 500;
/** Maximum delay of a restart, in ms. A run that is longer than this resets the delay. */
const MAX_RESTART_MS = 30_000;
const MAX_LOG_LINE = 16_384;

/**
 * Supervisor of the web process, which serves the dashboard on a loopback port. Starts the web process, restarts it
 * with increasing delays, forwards its log and reads its metrics. The web process ends when the IPC channel to this
 * process closes.
 */
export class WebProcess {
  /** Secret that is sent with every forwarded request. The web process rejects requests without it. */
  readonly secret = randomBytes(32).toString('base64url');
  state: WebProcessState = 'starting';
  /** Number of restarts so far. */
  restarts = 0;
  private child: ChildProcess | undefined;
  private listening = deferred<number>();
  private startedAt = 0;
  private restartMs = FIRST_RESTART_MS;
  private isStopping = false;
  private log: Log | undefined;

  constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly maxHeapMb: number,
    private readonly script = join(projectRoot(), 'dist', 'web.js'),
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  start(log: Log): void {
    this.log = log;
    this.spawn();
  }

  private spawn(): void {
    this.startedAt = performance.now();
    let child: ChildProcess;
    try {
      child = spawn(
        process.execPath,
        ['--enable-source-maps', `--max-old-space-size=${this.maxHeapMb}`, this.script],
        { env: this.env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
      );
    } catch (error) {
      return void this.restart({ err: error });
    }
    // A process that could not be spawned emits `error` but not `exit`.
    child.on('error', (error) => {
      if (child.pid === undefined) void this.restart({ err: error });
      else this.log?.warn({ err: error }, 'the web process could not be reached');
    });
    if (child.pid === undefined) return;
    this.child = child;
    child.once('message', ({ port }: FromWebProcess) => {
      this.state = 'ok';
      this.listening.resolve(port);
    });
    child.once('exit', (code, signal) => void this.restart({ code, signal }));
    if (child.stdout) forEachLine(child.stdout, (line) => this.logOutput(line, 'debug'));
    if (child.stderr) forEachLine(child.stderr, (line) => this.logOutput(line, 'warn'));
    // Ignore a failure of the delivery: the process is about to exit.
    child.send({ secret: this.secret } satisfies ToWebProcess, () => undefined);
  }

  /**
   * Returns the port of the process. Waits while the process is starting.
   * @throws Error if the process does not listen within five seconds
   */
  async port(): Promise<number> {
    return abortable(this.listening.promise, AbortSignal.timeout(5_000)).catch(() => {
      throw new Error('the web process did not start listening');
    });
  }

  /**
   * Returns the process's metrics in prom-client's JSON format; undefined if the process ends or does not respond
   * within a second.
   */
  async metrics(): Promise<unknown> {
    if (this.state !== 'ok') return undefined;
    const headers = {
      [CALLER_HEADER]: callerHeader(this.secret, { address: '127.0.0.1', requestId: 'metrics' }),
    };
    try {
      const url = `http://127.0.0.1:${await this.listening.promise}${METRICS_PATH}`;
      return await (await fetch(url, { headers, signal: AbortSignal.timeout(1_000) })).json();
    } catch {
      return undefined;
    }
  }

  /** Disables restarts before a shutdown: a service manager may stop both processes at the same time. */
  expectExit(): void {
    this.isStopping = true;
  }

  /** Stops the process gracefully. Resolves when it has ended. */
  async stop(): Promise<void> {
    this.expectExit();
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    await ended;
  }

  kill(): void {
    this.isStopping = true;
    this.child?.kill('SIGKILL');
  }

  /**
   * Restarts the process after a delay.
   * @param cause how the process ended, for the log
   */
  private async restart(cause: object): Promise<void> {
    this.child = undefined;
    if (this.state === 'ok') this.listening = deferred();
    this.state = 'unavailable';
    if (this.isStopping) return;
    if (performance.now() - this.startedAt > MAX_RESTART_MS) this.restartMs = FIRST_RESTART_MS;
    this.log?.error({ ...cause, restartMs: this.restartMs }, 'the web process exited; restarting it');
    const delay = this.restartMs;
    this.restartMs = Math.min(delay * 2, MAX_RESTART_MS);
    await sleep(delay, undefined, { ref: false });
    if (this.isStopping) return;
    this.restarts++;
    this.spawn();
  }

  /** Forwards the process's log lines, which are already JSON. Wraps other output in a log line. */
  private logOutput(line: string, level: 'debug' | 'warn'): void {
    if (isJson(line)) this.log?.writeLine(line);
    else if (line !== '') this.log?.[level]({ output: line }, 'output of the web process');
  }
}

function isJson(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** Calls `onLine` for each line, truncated to `MAX_LOG_LINE` characters. Bounds memory even for endless lines. */
function forEachLine(stream: Readable, onLine: (line: string) => void): void {
  let line = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const [rest = '', ...lines] = text.split('\n');
    line = (line + rest).slice(0, MAX_LOG_LINE);
    for (const next of lines) {
      onLine(line);
      line = next.slice(0, MAX_LOG_LINE);
    }
  });
  stream.once('end', () => onLine(line));
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
