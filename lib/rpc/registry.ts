import type { Method, MethodGroup } from './define-method';
import { mcpTool } from './document/mcp-tools';
import { type OpenRpcDocument, openRpcDocument, type ServiceInfo } from './document/openrpc';
import type { RegisteredTool, Registry } from './request-context';

/**
 * Indexes methods by wire name and builds their OpenRPC document on first use.
 * @param prefixes prefixes that replace `svc` in a name (`RPC_METHOD_PREFIX`); the document uses the first one
 */
export function createRegistry(
  methods: readonly Method[],
  prefixes: readonly [string, ...string[]],
  info: ServiceInfo,
): Registry {
  const byName = { solana: new Map<string, Method>(), 'evm-chain': new Map<string, Method>() };
  const wireName = (method: Method, prefix: string) => method.name.replace(/^svc(?=_)/, prefix);
  for (const method of methods)
    for (const prefix of prefixes) byName[method.group].set(wireName(method, prefix), method);
  let document: OpenRpcDocument | undefined;
  let tools: RegisteredTool[] | undefined;
  return {
    find: (group: MethodGroup, name: string) => byName[group].get(name),
    names: (group: MethodGroup) => [...byName[group].keys()],
    openRpc: () => {
      document ??= openRpcDocument(
        methods.map((method) => ({ ...method, wireName: wireName(method, prefixes[0]) })),
        info,
      );
      return document;
    },
    tools: () => {
      tools ??= methods.map((method) => ({ method, tool: mcpTool(method, wireName(method, prefixes[0])) }));
      return tools;
    },
  };
}
