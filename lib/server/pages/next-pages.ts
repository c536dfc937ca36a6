import 'server-only';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PageHandler } from '../http/page-request';
import { pathOf } from '../http/request-target';
import { projectRoot } from '../internal-env';
import { loopUtilization } from '../limits/loop-utilization';
import type { Log } from '../telemetry/log';
import { loadInTurns, NEXT_PARTS, PAGE_PARTS } from './load-in-turns';
import { PageEntries } from './page-entries';

/** How often the process is looked at, to see whether it has time to make the pages ready, and how busy it may be. */
const IDLE_CHECK_MS = 1000;
const IDLE_UTILIZATION = 0.2;

/**
 * Next, made ready when the first page is asked for, or the process has time: it takes 0.4 s, in pieces with turns of
 * the loop between, and the first calls after a start need not wait for it. Each page is made ready when it is first
 * asked for, in pieces too.
 */
export function nextPages(log: Pick<Log, 'debug' | 'warn' | 'error'>): PageHandler {
  logConsole(log);
  let ready: Promise<PageHandler> | undefined;
  const handler = () => {
    clearInterval(idleCheck);
    if (ready === undefined) {
      ready = prepareNext();
      ready.catch((error: unknown) => log.error({ err: error }, 'the pages are not available'));
    }
    return ready;
  };
  const utilization = loopUtilization();
  const idleCheck = setInterval(() => {
    if (utilization() < IDLE_UTILIZATION) handler();
  }, IDLE_CHECK_MS);
  idleCheck.unref();
  const loadPage = pageLoader(log);
  return async (request, response) => {
    try {
      const handle = await handler();
      await loadPage(pathOf(request.url ?? '/'));
      await handle(request, response);
    } catch (error) {
      log.error({ err: error }, 'a page failed');
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' });
      response.end('Internal error\n');
    }
  };
}

/** What Next says by the console, as lines of our log: a caller's header may make it say something, at any length. */
function logConsole(log: Pick<Log, 'debug' | 'warn' | 'error'>): void {
  const levels = { error: 'error', warn: 'warn', log: 'debug', info: 'debug' } as const;
  for (const [name, level] of Object.entries(levels))
    console[name as keyof typeof levels] = (...said: unknown[]) => {
      const err = said.find((one) => one instanceof Error) ?? said.map(String).join(' ');
      log[level]({ err }, 'the pages say');
    };
}

/** As a module of the project has it, wherever the server's bundle lies. */
const projectRequire = () => createRequire(join(projectRoot(), 'package.json'));

/** What loads the page of a path in pieces. Where that fails, Next says why when it loads the page itself. */
function pageLoader(log: Pick<Log, 'debug'>): (path: string) => Promise<void> {
  const require = projectRequire();
  const entries = new PageEntries(join(projectRoot(), '.next', 'server'), require);
  let first: Promise<void> | undefined;
  const loadFirst = async () => {
    await loadInTurns(PAGE_PARTS, require);
    await entries.load('middleware.js');
  };
  return async (path) => {
    try {
      first ??= loadFirst();
      await first;
      await entries.loadFor(path);
    } catch (err) {
      log.debug({ err }, 'a page could not be loaded in turns');
    }
  };
}

async function prepareNext(): Promise<PageHandler> {
  await loadInTurns(NEXT_PARTS, projectRequire());
  const { default: next } = await import('next');
  const app = next({
    dev: false,
    dir: projectRoot(),
    // Next listens for `upgrade` on this one, which never gets any. On the real server such a listener would make
    // Node hand it every request that offers an Upgrade, on any path, and none of them would be answered.
    httpServer: createServer(),
  });
  await app.prepare();
  return app.getRequestHandler();
}
