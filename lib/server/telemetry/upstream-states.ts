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
    /**
     * Returns the observers of a chain's transport, and its label.
     * @param count number of endpoints that can be paused
     */
    watch: (network: Network, chainId: Chain, count: number) => {
      const label = `${network}-${chainId}`;
      for (let i = 1; i <= count; i++)
        metrics.endpointReady.set({ network: label, endpoint: `${label}#${i}` }, 1);
      return {
        label,
        startSpan,
        onCall({ endpoint, outcome, ms }: UpstreamCall) {
          metrics.upstreamCalls.inc({ network: label, endpoint, outcome });
          metrics.upstreamDuration.observe({ endpoint }, ms / 1000);
          // Ignore canceled calls. JSON-RPC errors count as success: the upstream has responded.
          if (outcome === 'aborted') return;
          set(network, chainId, outcome === 'ok' || outcome === 'rpc-error' ? 'ok' : 'failing');
        },
        onChange({ isPaused, ...fields }: EndpointChange) {
          metrics.endpointReady.set({ network: label, endpoint: fields.endpoint }, isPaused ? 0 : 1);
          if (isPaused) log.warn(fields, 'endpoint paused');
          else log.info(fields, 'endpoint recovered');
        },
      };
    },
    read: () =>
      Object.fromEntries([...states].map(([network, chains]) => [network, Object.fromEntries(chains)])),
  };
}
