import 'server-only';
import type { UpstreamCall } from '@/lib/sources/transport/http-endpoint';
import type { Metrics } from './metrics';

type State = 'ok' | 'failing' | 'unused' | 'embedded' | 'no endpoint';
type Network = 'solana' | 'evm' | 'das' | 'bitcoin';
/** A chain's id, or the name of a Bitcoin network. */
type Chain = number | string;

/** What `/ready` and `/metrics` know of the upstreams, by network and chain; no address is in it. */
export function createUpstreamStates(metrics: Metrics) {
  const states = new Map<Network, Map<Chain, State>>();
  const set = (network: Network, chainId: Chain, state: State) => {
    const chains = states.get(network) ?? new Map<Chain, State>();
    states.set(network, chains.set(chainId, state));
  };
  return {
    set,
    /** An observer for the transport of a chain. */
    observe: (network: Network, chainId: Chain) => (call: UpstreamCall) => {
      metrics.upstreamCalls.inc({ network: `${network}-${chainId}`, outcome: call.outcome });
      // A call that was called off says nothing of its upstream; a JSON-RPC error says that it is there.
      if (call.outcome === 'aborted') return;
      set(network, chainId, call.outcome === 'ok' || call.outcome === 'rpc-error' ? 'ok' : 'failing');
    },
    read: () =>
      Object.fromEntries([...states].map(([network, chains]) => [network, Object.fromEntries(chains)])),
  };
}
