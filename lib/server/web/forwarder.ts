import 'server-only';
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import {
  answerHeaders,
  callerHeader,
  type ForwardedCaller,
  requestHeaders,
  STRICT_HEADERS,
} from '@/lib/server/http/forwarded-headers';
import { answerText } from '@/lib/server/http/page-request';
import type { Log } from '../telemetry/log';
import { IDLE_MS } from './web-messages';
import type { WebProcess } from './web-process';

/** Forwards requests to the web process and streams its responses back. */
export class Forwarder {
  private readonly agent: Agent;

  constructor(
    private readonly web: Pick<WebProcess, 'port' | 'secret'>,
    private readonly log: Pick<Log, 'error'>,
    idleMs = IDLE_MS,
  ) {
    // The timeout applies only to idle connections: a response can pause for longer.
    this.agent = new Agent({ keepAlive: true, timeout: idleMs });
  }

  /**
   * Forwards a request. A request body must have a Content-Length. Responds with 503 if there is no web process, and
   * with 502 if it fails before it responds. Aborts an interrupted response. Resolves when the response has started or
   * failed.
   */
  async forward(request: IncomingMessage, response: ServerResponse, caller: ForwardedCaller): Promise<void> {
    let port: number;
    try {
      port = await this.web.port();
    } catch {
      return answerUnavailable(response, 503, 'The dashboard is starting; try again\n');
    }
    if (!response.destroyed) await this.send(port, request, response, caller);
  }

  /** Closes the connections to the web process. */
  close(): void {
    this.agent.destroy();
  }

  private send(
    port: number,
    request: IncomingMessage,
    response: ServerResponse,
    caller: ForwardedCaller,
    isRetry = false,
  ): Promise<void> {
    const upstream = httpRequest({
      host: '127.0.0.1',
      port,
      // Use a new connection for a retry.
      agent: isRetry ? false : this.agent,
      method: request.method,
      path: request.url,
      headers: requestHeaders(request, callerHeader(this.web.secret, caller)),
      setHost: false,
    });
    const hasBody = Number(request.headers['content-length']) > 0;
    const abort = () => upstream.destroy();
    response.once('close', abort);
    if (hasBody) request.pipe(upstream);
    else upstream.end();
    return new Promise((resolve) => {
      upstream.once('response', (answer) => {
        // From here on, `pipeline` handles aborts.
        response.off('close', abort);
        response.writeHead(answer.statusCode ?? 502, { ...STRICT_HEADERS, ...answerHeaders(answer.headers) });
        pipeline(answer, response, () => {
          if (upstream.writableFinished) return;
          // Discard the rest of the request body, so that it does not block the next request.
          request.unpipe(upstream).resume();
          // Without the rest, the web process would keep the connection open.
          upstream.destroy();
        });
        resolve();
      });
      // Keep the listener: a connection can also fail after the response has started.
      upstream.on('error', (error: NodeJS.ErrnoException) => {
        response.off('close', abort);
        const isRead = request.method === 'GET' || request.method === 'HEAD';
        if (response.destroyed) resolve();
        else if (response.headersSent) {
          response.destroy();
          resolve();
        } else if (isRead && !hasBody && !isRetry && upstream.reusedSocket && error.code === 'ECONNRESET')
          // Retry: the web process closed an idle connection just as it was used.
          resolve(this.send(port, request, response, caller, true));
        else {
          this.log.error({ err: error, requestId: caller.requestId }, 'request to the web process failed');
          // Discard the rest of the body, so that it does not block the next request.
          if (hasBody) request.unpipe(upstream).resume();
          answerUnavailable(response, 502, 'The dashboard failed; try again\n');
          resolve();
        }
      });
    });
  }
}

function answerUnavailable(response: ServerResponse, status: number, text: string): void {
  // Browsers reload the page after 2 s.
  answerText(response, status, text, { 'Retry-After': '2', Refresh: '2' });
}
