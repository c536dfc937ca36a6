import 'server-only';
import type { EndpointChange, UpstreamCall } from '@/lib/sources/transport/http-endpoint';
import type { StartSpan } from '@/lib/trace/span';
import type { Log } from './log';
import type { Metrics } from './metrics';

type State = 'ok' | 'failing' | 'unused' | 'embedded' | 'no endpoint';
type Network = 'solana' | 'evm' | 'das' | 'bitcoin';
/** A chain's id, or the name of a Bitcoin network. */
type Chain = number | string;

/** Tracks the state of upstreams for `/ready`, `/metrics` and the log, by network and chain, without addresses. */
export function createUpstreamStates(metrics: Metrics, log: Log, startSpan?: StartSpan) {
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
      const { endpoint, outcome } = call;
      metrics.upstreamCalls.inc({ network: `${network}-${chainId}`, endpoint, outcome });
      metrics.upstreamDuration.observe({ endpoint }, call.ms / 1000);
      // Ignore canceled calls. JSON-RPC errors count as success: the upstream has responded.
      if (call.outcome === 'aborted') return;
      set(network, chainId, call.outcome === 'ok' || call.outcome === 'rpc-error' ? 'ok' : 'failing');
    },
    /**
     * Creates an observer for the pauses of a chain's endpoints.
     * @param count number of endpoints
     */
    watch: (network: Network, chainId: Chain, count: number) => {
      const name = `${network}-${chainId}`;
      for (let i = 1; i <= count; i++)
        metrics.endpointReady.set({ network: name, endpoint: `${name}#${i}` }, 1);
      return (change: EndpointChange) => {
        const { endpoint } = change;
        metrics.endpointReady.set({ network: name, endpoint }, change.isPaused ? 0 : 1);
        const { isPaused, ...fields } = change;
        if (isPaused) log.warn(fields, 'endpoint paused');
        else log.info(fields, 'endpoint recovered');
      };
    },
    read: () =>
      Object.fromEntries([...states].map(([network, chains]) => [network, Object.fromEntries(chains)])),
  };
}
