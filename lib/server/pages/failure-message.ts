import 'server-only';
import { SOLANA_CLUSTERS } from '@/lib/dashboard/chains';
import type { UnsupportedChainError } from '@/lib/errors';
import { EVM_CHAINS } from '@/lib/evm/chains.generated';
import { SAMPLE_EVM_CHAIN } from '@/lib/evm/evm-chain';
import { toWireError } from '@/lib/rpc/rpc-errors';

/** Maximum number of chains listed in a message. */
const MAX_NAMED = 8;

/** Returns the message that a page shows for a failure: the RPC error's message, except for unsupported chains. */
export function failureMessage(thrown: unknown): string {
  return thrown instanceof Error && thrown.name === 'UnsupportedChainError'
    ? unservedWords(thrown as UnsupportedChainError)
    : toWireError(thrown).wire.message;
}

function unservedWords({ chainId, supported }: UnsupportedChainError): string {
  const names = new Map(
    supported.every((id) => SOLANA_CLUSTERS.some((cluster) => cluster.chainId === id))
      ? SOLANA_CLUSTERS.map((cluster) => [cluster.chainId, cluster.says])
      : [...EVM_CHAINS, SAMPLE_EVM_CHAIN].map((chain) => [chain.chainId, chain.name]),
  );
  const served = supported.slice(0, MAX_NAMED).map((id) => `${names.get(id) ?? 'chain'} (${id})`);
  const more = supported.length - served.length;
  const last = more > 0 ? `${more} more` : served.pop();
  return `This server does not serve chain ${chainId}. It serves ${served.length > 0 ? `${served.join(', ')} and ` : ''}${last ?? 'none'}`;
}
