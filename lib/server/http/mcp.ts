import 'server-only';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { writeJson } from '@/lib/json/exact-write';
import { asOnePiece } from '@/lib/json/json-text';
import { parseBody } from '@/lib/json/parse-body';
import type { MethodGroup } from '@/lib/rpc/define-method';
import type { BodyAnswer, RegisteredTool } from '@/lib/rpc/request-context';
import manifest from '../../../package.json';
import { type HttpAnswer, JSON_HEADERS, type RpcRequest } from './rpc-request';

/** An MCP request with everything that is needed to handle it. */
type Exchange = {
  request: Pick<RpcRequest, 'header'>;
  /** The tools available to the caller. */
  tools: readonly RegisteredTool[];
  /** Handles a JSON-RPC body on behalf of the caller. */
  call: (group: MethodGroup, body: Uint8Array) => Promise<BodyAnswer>;
  signal: AbortSignal;
};

/**
 * Handles one message of an MCP client (Streamable HTTP, without sessions). A tool call runs as a JSON-RPC call of the
 * tool's method, with the same checks, limits and work units.
 */
export async function answerMcp(
  body: Uint8Array,
  { request, tools, call, signal }: Exchange,
): Promise<HttpAnswer> {
  const handler = createMcpHandler(() => serverOf(tools, call), { maxSubscriptions: 0 });
  const headers = new Headers();
  for (const name of FORWARDED) {
    const value = request.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const message = new Request('http://localhost/mcp', {
    method: 'POST',
    headers,
    body: Buffer.from(body),
    signal,
  });
  const response = await handler.fetch(message);
  const text = await response.text();
  const type = response.headers.get('content-type');
  return {
    status: response.status,
    headers: type === null ? {} : { ...JSON_HEADERS, 'Content-Type': type, 'Cache-Control': 'no-store' },
    body: text,
    byteLength: Buffer.byteLength(text),
  };
}

/** Request headers that are passed to the MCP handler. */
const FORWARDED = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

function serverOf(tools: readonly RegisteredTool[], call: Exchange['call']): Server {
  const server = new Server({ name: 'satchel', version: manifest.version }, { capabilities: { tools: {} } });
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
function toolResult({ body, coverage }: BodyAnswer) {
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
