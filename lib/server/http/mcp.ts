import 'server-only';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { writeJson } from '@/lib/json/exact-write';
import { asOnePiece } from '@/lib/json/json-text';
import { isDeeperThan, MAX_DEPTH } from '@/lib/json/measure-json';
import { parseBody } from '@/lib/json/parse-body';
import type { MethodGroup } from '@/lib/rpc/define-method';
import { refusedBody } from '@/lib/rpc/envelope';
import type { RegisteredTool } from '@/lib/rpc/registry';
import type { BodyResponse, CallLimits } from '@/lib/rpc/request-context';
import { RpcError } from '@/lib/rpc/rpc-errors';
import { WORK_UNITS } from '@/lib/services/work-units';
import manifest from '../../../package.json';
import { type HttpResponse, httpResponse, JSON_HEADERS, type RpcHttpRequest } from './rpc-request';

/** Methods of messages that run a JSON-RPC call, which is charged itself. */
const CALL_METHOD = 'tools/call';

/** An MCP request with everything that is needed to handle it. */
type Exchange = {
  request: Pick<RpcHttpRequest, 'header'>;
  /** The tools available to the caller. */
  tools: readonly RegisteredTool[];
  /** Handles a JSON-RPC body on behalf of the caller, until the deadline of the request. */
  call: (group: MethodGroup, body: Uint8Array) => Promise<BodyResponse>;
  /** Charges the caller for messages that run no call. */
  limits: CallLimits;
};

/**
 * Handles one message of an MCP client (Streamable HTTP, without sessions). A tool call runs as a JSON-RPC call of the
 * tool's method, with the same checks, limits and work units. Any other message costs one unit.
 */
export async function answerMcp(
  body: Uint8Array,
  { request, tools, call, limits }: Exchange,
): Promise<HttpResponse> {
  const text = Buffer.from(body).toString();
  const messages = messagesOf(text);
  const isToolCall = (message: unknown) =>
    (message as { method?: unknown } | null | undefined)?.method === CALL_METHOD;
  let uncharged = messages.filter(isToolCall).length;
  try {
    const otherMessages = messages.length - uncharged;
    if (otherMessages > 0) await limits.take(otherMessages * WORK_UNITS.minimum);
  } catch (thrown) {
    return httpResponse(refusedBody(thrown));
  }
  // The SDK's code is recursive.
  if (isDeeperThan(text, MAX_DEPTH)) {
    const tooDeep = `The message is nested deeper than ${MAX_DEPTH} levels`;
    return { ...httpResponse(refusedBody(new RpcError('parseError', 'too-deep', tooDeep))), status: 400 };
  }
  const charged: Exchange['call'] = (group, calls) => {
    uncharged -= 1;
    return call(group, calls);
  };
  const handler = createMcpHandler(() => serverOf(tools, charged), { maxSubscriptions: 0 });
  const headers = new Headers();
  for (const name of FORWARDED) {
    const value = request.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  // No signal: the SDK would close the stream at the deadline, before the call's error is written.
  const message = { method: 'POST', headers, body: Buffer.from(body) };
  const response = await handler.fetch(new Request('http://localhost/mcp', message));
  const answer = await response.text();
  // A tool call that the SDK rejected ran no call.
  if (uncharged > 0) limits.owe(uncharged * WORK_UNITS.minimum);
  const type = response.headers.get('content-type');
  return {
    status: response.status,
    headers: type === null ? {} : { ...JSON_HEADERS, 'Content-Type': type, 'Cache-Control': 'no-store' },
    body: answer,
    byteLength: Buffer.byteLength(answer),
  };
}

/** Returns the messages in the text of a body; one undefined message if it is not JSON. */
function messagesOf(text: string): unknown[] {
  try {
    return [JSON.parse(text) as unknown].flat();
  } catch {
    return [undefined];
  }
}

/** Request headers that are passed to the MCP handler. */
const FORWARDED = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

function serverOf(tools: readonly RegisteredTool[], call: Exchange['call']): Server {
  const server = new Server({ name: 'satchel', version: manifest.version }, { capabilities: { tools: {} } });
  // Ignore the cancellation of a call of the same batch: the SDK would never close the stream.
  server.removeNotificationHandler('notifications/cancelled');
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ tool }) => tool) }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    const found = tools.find(({ tool }) => tool.name === name);
    if (found === undefined) return failed(`Unknown tool ${JSON.stringify(name)}`);
    const { chainId, ...params } = given;
    const { method } = found;
    const body = {
      jsonrpc: '2.0',
      id: 1,
      chainId,
      method: name,
      params: method.withLimit?.(params) ?? params,
    };
    return toolResult(await call(method.group, Buffer.from(JSON.stringify(body))));
  });
  return server;
}

/** Converts a JSON-RPC response to a tool result: its `result` or `error` as JSON with exact integers. */
function toolResult({ body, coverage }: BodyResponse) {
  const parsed = parseBody(Buffer.from(asOnePiece(body)));
  const { result, error } = (parsed.ok ? parsed.value : {}) as { result?: unknown; error?: unknown };
  if (error !== undefined) return failed(writeJson(error));
  const text = writeJson(result);
  const notes: string[] = [];
  const { nextCursor, cursor = nextCursor } = (result ?? {}) as { nextCursor?: unknown; cursor?: unknown };
  if (typeof cursor === 'string')
    notes.push('The list is not complete. Pass the cursor of this response as cursor to get the next items.');
  if (coverage !== undefined) notes.push(`Coverage: ${coverage}`);
  return { content: [text, ...notes].map((each) => ({ type: 'text' as const, text: each })) };
}

const failed = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] });
