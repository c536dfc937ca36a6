import 'server-only';
import type { MethodGroup } from '@/lib/rpc/define-method';

/** An RPC path: its group of methods, and the chain id when the path has one. */
export type RpcPath = { group: MethodGroup; chainId?: string };

const GROUPS = new Map<string, RpcPath>([
  ['/solana', { group: 'solana' }],
  ['/solana/rpc', { group: 'solana' }],
  ['/evm-chain', { group: 'evm-chain' }],
]);

/** Reads `/solana`, `/solana/rpc`, `/solana/<chainId>` and `/evm-chain`, each with or without a slash at its end. */
export function rpcPath(path: string): RpcPath | undefined {
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  const known = GROUPS.get(trimmed);
  if (known !== undefined) return known;
  const chainId = /^\/solana\/(\d+)$/.exec(trimmed)?.[1];
  return chainId === undefined ? undefined : { group: 'solana', chainId };
}
