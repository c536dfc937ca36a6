import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import next from 'next';
import { type NumberMarks, numberMarksOf, setNumberMarksSource } from '@/lib/dashboard/number-marks';
import { CALLER_HEADER, readCaller } from '@/lib/server/http/forwarded-headers';
import { tracePage } from '@/lib/server/http/request-spans';
import { pathOf } from '@/lib/server/http/routes';
import { logProcessWarnings } from '@/lib/server/telemetry/log';
import { projectRoot } from '../internal-env';
import { processEnv } from '../process-env';
import type { Service } from '../service';
import { shareService } from '../shared-service';
import { telemetryOf } from '../telemetry/telemetry-of';
import { makeService } from '../wiring';
import { type FromWebProcess, IDLE_MS, METRICS_PATH, type ToWebProcess } from './web-messages';

// Entry point of the web process, which runs Next on a loopback port. The API process starts it and forwards requests
// to it.

/**
 * A response whose headers with one value are strings. Next sets those of route handlers as lists, and its compression
 * does not read a Content-Type that is a list.
 */
class WebResponse extends ServerResponse {
  override setHeader(name: string, value: number | string | readonly string[]): this {
    return super.setHeader(name, typeof value === 'object' && value.length === 1 ? (value[0] ?? '') : value);
  }
}

async function main(secret: string): Promise<void> {
  const env = processEnv();
  const telemetry = await telemetryOf('web');
  const startSpan = telemetry?.startSpan;
  const service = await makeService(env, { role: 'web', forwarderSecret: secret, startSpan });
  logProcessWarnings(service.log);
  telemetry?.logFailures(service.log);
  shareService(service);
  const app = next({ dev: false, dir: projectRoot() });
  await app.prepare();
  const handle = app.getRequestHandler();
  const numberMarks = new AsyncLocalStorage<NumberMarks>();
  setNumberMarksSource(() => numberMarks.getStore());
  // This timeout is longer than the forwarder's idle timeout, so that connections are not closed just as they are used.
  const options = { keepAliveTimeout: 2 * IDLE_MS, ServerResponse: WebResponse };
  const server = createServer(options, (request, response) => {
    const caller = readCaller(request.headers[CALLER_HEADER]?.toString(), secret);
    if (caller === undefined) return void response.writeHead(403, { 'Content-Length': 0 }).end();
    if (request.url === METRICS_PATH) return void answerMetrics(service, response);
    const path = pathOf(request.url ?? '/');
    tracePage(startSpan, response, path);
    // Share images are cached for all visitors.
    const language = path.startsWith('/og/') ? undefined : request.headers['accept-language'];
    void numberMarks.run(numberMarksOf(language), () => handle(request, response));
  });

  let isStopping = false;
  const stop = async () => {
    // Ignore a second signal: a service manager may signal both processes, and the API process also signals this one.
    if (isStopping) return;
    isStopping = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    await Promise.race([closed, sleep(service.env.requestDeadlineMs)]);
    clearInterval(idle);
    await telemetry?.shutdown();
    await service.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('unhandledRejection', (error) =>
    service.log.error({ err: error }, 'unhandled rejection in the web process'),
  );

  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number };
    process.send?.({ port } satisfies FromWebProcess);
  });
}

const answerMetrics = async ({ metricsJson }: Service, response: ServerResponse) =>
  response.end(JSON.stringify(await metricsJson()));

// Exit if the API process has ended, possibly while this process was loading.
process.on('disconnect', () => process.exit(0));
if (!process.connected) process.exit(0);
// Ignore SIGINT: a terminal sends it to both processes, and the API process stops this one.
process.on('SIGINT', () => undefined);
process.once('message', ({ secret }: ToWebProcess) => {
  main(secret).catch((error: unknown) => {
    process.stderr.write(
      `satchel: the web process could not start: ${error instanceof Error ? error.message : error}\n`,
    );
    process.exit(1);
  });
});
