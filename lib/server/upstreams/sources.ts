import 'server-only';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { Log } from '@/lib/server/telemetry/log';
import type { Metrics } from '@/lib/server/telemetry/metrics';
import { createUpstreamStates } from '@/lib/server/telemetry/upstream-states';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { ESPLORA_VARIABLES, type EsploraNetwork, esploraBitcoinSource } from '@/lib/sources/bitcoin/esplora';
import { type EsploraServer, httpEsploraServer } from '@/lib/sources/bitcoin/esplora-server';
import { sampleEsploraServer } from '@/lib/sources/sample/sample-esplora';
import type { StartSpan } from '@/lib/trace/span';
import type { Env } from '../env';
import { wireEvm } from './evm-wiring';
import { SolanaHttpConnections, tokenListFile, wireSolana } from './solana-wiring';

/** Creates the upstreams that the service's ports use. */
export function createSources(
  env: Env,
  {
    log,
    metrics,
    memory,
    cursorSecret,
    share,
    startSpan,
  }: {
    log: Log;
    metrics: Metrics;
    memory: ByteBudget;
    cursorSecret: string;
    /** This process's share of the limits of each endpoint. */
    share: number;
    startSpan?: StartSpan | undefined;
  },
) {
  const states = createUpstreamStates(metrics, log, startSpan);
  const evm = wireEvm(env, states, memory, share);
  const bitcoin = wireBitcoin(env, states);
  const connections = new SolanaHttpConnections(env, states, memory, share);
  const solana = wireSolana(env, connections, {
    memory,
    cursorSecret,
    tokenListFile: tokenListFile(env),
    onTokenListFailure: (error) =>
      log.warn({ err: error }, 'TOKEN_LIST cannot be read or stored; using the last valid list'),
  });
  if (env.sampleNetwork && !env.solanaRpcUrls.has(SAMPLE_CHAIN_ID))
    states.set('solana', SAMPLE_CHAIN_ID, 'embedded');
  return {
    ...solana,
    evm: evm.evm,
    bitcoin: bitcoin.bitcoin,
    /** Fetches untrusted documents and images with protection against SSRF. */
    fetch: connections.fetch,
    solanaTransports: connections.transports,
    upstreams: states.read,
    close: async () => {
      await Promise.all([evm.close(), bitcoin.close(), connections.close()]);
    },
  };
}

/**
 * Connects the Bitcoin networks to the configured Esplora servers. Regtest uses the sample network's server by default.
 */
function wireBitcoin(env: Env, states: ReturnType<typeof createUpstreamStates>) {
  const serversOf = (network: EsploraNetwork): EsploraServer[] => {
    const urls = env.bitcoinEsploraUrls[ESPLORA_VARIABLES[network]];
    const embedded = urls === undefined && env.sampleNetwork;
    const state = embedded ? 'embedded' : urls?.length ? 'unused' : 'no endpoint';
    states.set('bitcoin', network, state);
    if (embedded) return [sampleEsploraServer];
    const onCall = states.observe('bitcoin', network);
    const { startSpan } = states;
    return (urls ?? []).map((url, index) =>
      httpEsploraServer({ url, label: `bitcoin-${network}#${index + 1}`, onCall, startSpan }),
    );
  };
  const servers = {
    mainnet: serversOf('mainnet'),
    testnet: serversOf('testnet'),
    signet: serversOf('signet'),
    regtest: serversOf('regtest'),
  };
  return {
    bitcoin: esploraBitcoinSource(servers),
    close: async () => {
      const all = Object.values(servers).flat();
      await Promise.all(all.map((server) => server.close()));
    },
  };
}
