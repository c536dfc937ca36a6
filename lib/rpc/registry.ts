import type { Registry } from './circumstances';
import type { Method, MethodGroup } from './define-method';
import { openRpcDocument, type ServiceInfo } from './openrpc';

/** How the methods are named on the wire. */
export type MethodNames = {
  /** Takes the place of `svc` (`RPC_METHOD_PREFIX`). */
  prefix: string;
  /** A second prefix that is accepted too, for existing clients (contract §5). */
  alsoPrefix?: string;
};

/** The methods by wire name, and their OpenRPC document, made once. */
export function createRegistry(
  methods: readonly Method[],
  { prefix, alsoPrefix }: MethodNames,
  info: ServiceInfo,
): Registry {
  const byName = { solana: new Map<string, Method>(), 'evm-chain': new Map<string, Method>() };
  const named = (method: Method, as: string) => method.name.replace(/^svc(?=_)/, as);
  for (const method of methods) {
    byName[method.group].set(named(method, prefix), method);
    if (alsoPrefix !== undefined) byName[method.group].set(named(method, alsoPrefix), method);
  }
  let document: unknown;
  return {
    find: (group: MethodGroup, name: string) => byName[group].get(name),
    names: (group: MethodGroup) => [...byName[group].keys()],
    openRpc: () => {
      document ??= openRpcDocument(
        methods.map((method) => ({ ...method, wireName: named(method, prefix) })),
        info,
      );
      return document;
    },
  };
}
