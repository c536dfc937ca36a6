import { writeJson } from '@/lib/json/exact-write';
import { once } from '@/lib/promises/once';
import type { Method, MethodGroup } from './define-method';
import { type McpTool, mcpTool } from './document/mcp-tools';
import { openRpcDocument, type ServiceInfo } from './document/openrpc';
import type { WrittenResult } from './response-cache';

/** A method and its MCP tool, which has the same name. */
export type RegisteredTool = { method: Method; tool: McpTool };

/** Lookups of the available methods by name, and the OpenRPC document. */
export type Registry = ReturnType<typeof createRegistry>;

/**
 * Indexes methods by name and builds their OpenRPC document on first use.
 * @param nameOf converts a name from a caller to a method's name
 */
export function createRegistry(
  methods: readonly Method[],
  info: ServiceInfo,
  nameOf = (name: string) => name,
) {
  const byName = { solana: new Map<string, Method>(), 'evm-chain': new Map<string, Method>() };
  for (const method of methods) byName[method.group].set(method.name, method);
  const openRpc = once(() => openRpcDocument(methods, info));
  return {
    find: (group: MethodGroup, name: string) => byName[group].get(nameOf(name)),
    names: (group: MethodGroup) => [...byName[group].keys()],
    openRpc,
    /** Returns the OpenRPC document as JSON. A batch may request it a hundred times. */
    writtenOpenRpc: once((): WrittenResult => {
      const text = writeJson(openRpc());
      return { text, byteLength: Buffer.byteLength(text) };
    }),
    /** Returns every method as a tool of the Model Context Protocol. */
    tools: once(() => methods.map((method): RegisteredTool => ({ method, tool: mcpTool(method) }))),
  };
}
