import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VisitorTurns } from '../limits/visitor-turns';
import { beStrictByDefault, letRoutesBeCompressed, refusedPage } from '../pages/page-answer';
import type { Service } from '../service';
import { CALLER_HEADER, callerHeader } from './caller-header';
import { callerAddress, continueIfAsked, holdBody, isLongerThan, SMALL_BODY_BYTES } from './node-request';

/** Answers what is not ours: Next's own handler, or nothing when the dashboard is off. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Answers a visitor: what is not refused goes to the pages, when its turn comes. */
export function answerPage(
  service: Service,
  pages: PageHandler,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  requestId: string,
): void {
  response.setHeader('X-Request-Id', requestId);
  beStrictByDefault(response);
  const refused = refusedPage(request, path, service.env);
  if (refused) return void answerText(response, ...refused);
  if (
    isLongerThan(request, SMALL_BODY_BYTES) &&
    !holdBody(service.memory, response, Number(request.headers['content-length']), 'visitor')
  )
    return void overloaded(response);
  const address = callerAddress(request, service.env.trustProxy);
  if (!service.visitorRequests.begin(address))
    return void answerText(response, 429, 'Too many requests of this visitor are under way; try again\n', {
      'Retry-After': '1',
    });
  response.once('close', () => service.visitorRequests.end(address));
  request.headers[CALLER_HEADER] = callerHeader(address, requestId);
  letRoutesBeCompressed(response);
  void beginInTurn(service.visitorTurns, address, response, () => {
    continueIfAsked(request, response);
    void pages(request, response);
  });
}

/** Begins a visitor's request when its turn comes. */
async function beginInTurn(
  turns: VisitorTurns,
  address: string,
  response: ServerResponse,
  begin: () => void,
): Promise<void> {
  // Next listens for its end in many places, and so do we: no leak.
  response.setMaxListeners(30);
  const over = new AbortController();
  response.once('close', () => over.abort());
  try {
    await turns.wait(address, over.signal);
  } catch {
    if (!response.destroyed) overloaded(response);
    return;
  }
  begin();
}

const overloaded = (response: ServerResponse) =>
  answerText(response, 503, 'The service is overloaded; try again\n', { 'Retry-After': '2' });

function answerText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(text);
}
