import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import nextEnv from '@next/env';
import { UnusableSettingError } from '@/lib/errors';
import { scopeOf } from '@/lib/promises/request-scope';
import { serviceUrl } from '@/lib/server/env/public-url';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { checkListFile } from '@/lib/sources/solana/token-list/token-lists';
import { inspectStore, locationOf } from '@/lib/store/open';
import { ConfigurationError, type Env } from './env';
import { firstProjectNote } from './first-project-note';
import { createHttpServer } from './http/http-server';
import type { PageHandler } from './http/page-request';
import { projectRoot } from './internal-env';
import { halfHeapMb, memoryBudget } from './limits/heap-room';
import { processEnv, processWarnings } from './process-env';
import type { Service } from './service';
import { logProcessWarnings } from './telemetry/log';
import { loggedError } from './telemetry/logged-error';
import { telemetryOf } from './telemetry/telemetry-of';
import { Forwarder } from './web/forwarder';
import { WebProcess } from './web/web-process';
import { makeService } from './wiring';

/** Time to send the responses to calls that took until their deadline, and then the last refusals, in ms. */
const LAST_ANSWERS_MS = 1_000;
/** Time after that deadline at which the process kills itself if it has not exited, in ms. */
const EXIT_MS = 4_800;

/**
 * Creates the environment of the web process, with empty values for the secrets that only this process needs. If they
 * were unset, Next would read them again from a `.env` file.
 */
const webEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  PROJECT_ID: '',
  PROJECT_SERVER_KEY: '',
  METRICS_TOKEN: '',
  PROJECT_SERVER_KEY_FILE: '',
  METRICS_TOKEN_FILE: '',
});

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Returns whether to only validate the settings (`--check-config`). Exits with an error on an unknown argument. */
function onlyChecksConfig(): boolean {
  const options = process.argv.slice(2);
  const unknown = options.find((option) => option !== '--check-config');
  if (unknown !== undefined) {
    say(`satchel: unknown argument ${unknown}; the only option is --check-config`);
    process.exit(2);
  }
  return options.length > 0;
}

/** Makes the checks of a start that need no connection, without changing anything. */
async function checkStart(env: Env): Promise<void> {
  memoryBudget(1);
  await checkListFile(env.tokenList);
  if (env.databaseUrl !== undefined) return;
  const { version, expected, isWritable } = await inspectStore(locationOf(env));
  if (version > expected)
    throw new UnusableSettingError(
      'DATA_DIR',
      'the store was upgraded by a newer version of Satchel; use that version or a later one',
    );
  if (!isWritable) throw new UnusableSettingError('DATA_DIR', 'the store cannot be written');
}

async function main(): Promise<void> {
  const onlyChecks = onlyChecksConfig();
  nextEnv.loadEnvConfig(projectRoot(), false, {
    info: () => undefined,
    error: (...said) => say(said.join(' ')),
  });
  const env = processEnv();
  for (const warning of processWarnings()) say(warning);
  if (onlyChecks) {
    await checkStart(env);
    say('The configuration is valid.');
    return;
  }
  const webProcess = env.dashboard ? new WebProcess(webEnvironment(process.env), halfHeapMb()) : undefined;
  const telemetry = await telemetryOf('api', say);
  const service = await makeService(env, {
    role: webProcess ? 'api' : 'all',
    startSpan: telemetry?.startSpan,
    webProcess,
  });
  logProcessWarnings(service.log);
  telemetry?.logFailures(service.log);
  const forwarder = webProcess && new Forwarder(webProcess, service.log);
  const server = createHttpServer(
    service,
    forwarder ? (request, response, caller) => forwarder.forward(request, response, caller) : noPages,
  );

  await warmUp(service);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.port, env.host, resolve);
  });
  webProcess?.start(service.log);
  const { port } = server.address() as { port: number };
  const base = serviceUrl(env, port);
  const project = service.firstProject;
  if (!project) throw new Error('the first project is missing');

  say(`\nSatchel is listening on ${base}${env.dashboard ? '' : ' (RPC only: DASHBOARD=off)'}`);
  say(firstProjectNote(project, base, env.sampleNetwork));
  if (!isLoopback(env.host) && !env.publicUrl?.startsWith('https:')) {
    say('Warning: listening beyond loopback without TLS: Basic credentials are sent unencrypted.');
    say('         Put a TLS proxy in front, and set PUBLIC_URL to its https address.\n');
  }
  if (env.dashboard && !isLoopback(env.host) && env.publicUrl === undefined && env.allowedHosts.length === 0)
    say(
      'Warning: pages are served only at IP addresses and localhost. Add the host name to PUBLIC_URL or ALLOWED_HOSTS.\n',
    );

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) {
      webProcess?.kill();
      process.exit(1);
    }
    stopping = true;
    setTimeout(() => {
      // A web process that hangs would not notice that this process has ended.
      webProcess?.kill();
      // Use SIGKILL: `process.exit` blocks while a thread of libuv's pool is waiting for a file or DNS.
      process.kill(process.pid, 'SIGKILL');
    }, env.requestDeadlineMs + EXIT_MS);
    service.log.info({ signal }, 'stopping: finishing requests in flight');
    service.refuseNewWork();
    webProcess?.expectExit();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    // Keep the web process running until the last page has been forwarded.
    const drained = closed.then(async () => {
      forwarder?.close();
      await webProcess?.stop();
      return true;
    });
    if (!(await Promise.race([drained, sleep(env.requestDeadlineMs + LAST_ANSWERS_MS, false)]))) {
      server.refuseUnanswered();
      const inTime = await Promise.race([drained, sleep(LAST_ANSWERS_MS, false)]);
      if (!inTime) server.closeAllConnections();
    }
    clearInterval(idle);
    webProcess?.kill();
    await telemetry?.shutdown();
    await service.close();
    // Flush the log, with a timeout because stdout may not be read.
    await Promise.race([new Promise<void>((resolve) => service.log.flush(() => resolve())), sleep(500)]);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  // Keep the service running after an unhandled rejection.
  process.on('unhandledRejection', (error) =>
    service.log.error({ err: error }, 'unhandled rejection in the API process'),
  );
}

const isLoopback = (host: string) => ['127.0.0.1', '::1', 'localhost'].includes(host);

/** Reads the sample wallet once, so that the first caller does not wait for the listing code to be compiled. */
async function warmUp({ env, ports }: Pick<Service, 'env' | 'ports'>): Promise<void> {
  if (!env.sampleNetwork || env.solanaRpcUrls.has(SAMPLE_CHAIN_ID)) return;
  const options = { parseMetadataUri: false, scope: scopeOf(new AbortController().signal) };
  await ports.solana.getHoldings(SAMPLE_CHAIN_ID, SAMPLE_WALLET, options);
}

const noPages: PageHandler = (_request, response) => {
  response.writeHead(404, { 'Content-Type': 'text/plain' });
  response.end('Not found: this service serves POST /solana and POST /evm-chain\n');
};

main().catch((error: unknown) => {
  say(`satchel: ${error instanceof ConfigurationError ? error.message : startFailure(error)}`);
  process.exit(1);
});

function startFailure(error: unknown): string {
  const { code, port, address, syscall, hostname } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
    hostname?: string;
  };
  if (code === 'EADDRINUSE')
    return `PORT: ${address}:${port} is in use; stop the process that uses it, or set another PORT`;
  if (code === 'EACCES' && port !== undefined)
    return `PORT: no permission to listen on ${port}; set a PORT above 1023`;
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && hostname === processEnv().host))
    return `HOST: not an address of this machine (${code}); set one, such as 127.0.0.1`;
  // Remove addresses: messages of database drivers may contain them.
  return error instanceof UnusableSettingError ? error.message : loggedError(error).message;
}
