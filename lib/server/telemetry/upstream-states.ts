import 'server-only';
import type { UpstreamCall } from '@/lib/sources/transport/http-endpoint';
import type { StartSpan } from '@/lib/trace/span';
import type { Metrics } from './metrics';

type State = 'ok' | 'failing' | 'unused' | 'embedded' | 'no endpoint';
type Network = 'solana' | 'evm' | 'das' | 'bitcoin';
/** A chain's id, or the name of a Bitcoin network. */
type Chain = number | string;

/** Tracks the state of upstreams for `/ready` and `/metrics`, by network and chain, without addresses. */
export function createUpstreamStates(metrics: Metrics, startSpan?: StartSpan) {
  const states = new Map<Network, Map<Chain, State>>();
  const set = (network: Network, chainId: Chain, state: State) => {
    const chains = states.get(network) ?? new Map<Chain, State>();
    states.set(network, chains.set(chainId, state));
  };
  return {
    set,
    startSpan,
    /** Creates an observer for the transport of a chain. */
    observe: (network: Network, chainId: Chain) => (call: UpstreamCall) => {
      metrics.upstreamCalls.inc({ network: `${network}-${chainId}`, outcome: call.outcome });
      // Ignore canceled calls. JSON-RPC errors count as success: the upstream has responded.
      if (call.outcome === 'aborted') return;
      set(network, chainId, call.outcome === 'ok' || call.outcome === 'rpc-error' ? 'ok' : 'failing');
    },
    read: () =>
      Object.fromEntries([...states].map(([network, chains]) => [network, Object.fromEntries(chains)])),
  };
}
