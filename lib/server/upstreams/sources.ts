import 'server-only';
import { join } from 'node:path';
import { EVM_CHAINS } from '@/lib/evm/chains.generated';
import { SAMPLE_EVM_CHAIN } from '@/lib/evm/evm-chain';
import { once } from '@/lib/promises/once';
import type { RequestScope } from '@/lib/promises/request-scope';
import { servedEvmChains, servesSampleEvmChain } from '@/lib/server/env/served-chains';
import type { Log } from '@/lib/server/telemetry/log';
import type { Metrics } from '@/lib/server/telemetry/metrics';
import { createUpstreamStates } from '@/lib/server/telemetry/upstream-states';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { ESPLORA_VARIABLES, type EsploraNetwork, esploraBitcoinSource } from '@/lib/sources/bitcoin/esplora';
import { type EsploraServer, httpEsploraServer } from '@/lib/sources/bitcoin/esplora-server';
import { rpcEvmSource } from '@/lib/sources/evm/evm-rpc';
import { sampleEvmTransport } from '@/lib/sources/sample/evm-sample';
import { sampleEsploraServer } from '@/lib/sources/sample/sample-esplora';
import { type HttpTransport, httpTransport, MAX_UPSTREAM_CALLS } from '@/lib/sources/transport/transport';
import type { BatchCall, BatchingTransport, Transport } from '@/lib/sources/transport/transport-type';
import type { StartSpan } from '@/lib/trace/span';
import type { Env } from '../env';
import { type SharedByConnections, solanaHttpConnections, wireSolana } from './solana-wiring';

type SourcesParts = Pick<SharedByConnections, 'memory' | 'share'> & {
  log: Log;
  metrics: Metrics;
  cursorSecret: string;
  startSpan?: StartSpan | undefined;
};

/** Creates the upstreams that the service's ports use. */
export function createSources(env: Env, parts: SourcesParts) {
  const { log, metrics, memory, cursorSecret, share, startSpan } = parts;
  const states = createUpstreamStates(metrics, log, startSpan);
  const open: { close: () => Promise<void> }[] = [];
  const opened: SharedByConnections['opened'] = (connection) => {
    open.push(connection);
    return connection;
  };
  const shared = { states, memory, share, opened };
  const evm = wireEvm(env, shared);
  const bitcoin = wireBitcoin(env, shared);
  const connections = solanaHttpConnections(env, shared);
  const solana = wireSolana(env, connections, {
    memory,
    cursorSecret,
    tokenList: {
      copyFile: join(env.dataDir, 'token-list.json'),
      onFailure: (error) =>
        log.warn({ err: error }, 'TOKEN_LIST cannot be read or stored; using the last valid list'),
    },
  });
  if (env.sampleNetwork && !env.solanaRpcUrls.has(SAMPLE_CHAIN_ID))
    states.set('solana', SAMPLE_CHAIN_ID, 'embedded');
  return {
    ...solana,
    evm,
    bitcoin,
    /** Fetches untrusted documents and images with protection against SSRF. */
    fetch: connections.fetch,
    solanaTransports: connections.transports,
    upstreams: states.read,
    close: async () => {
      await Promise.all(open.map((connection) => connection.close()));
    },
  };
}

/**
 * Connects the Bitcoin networks to the configured Esplora servers. Regtest uses the sample network's server by default.
 */
function wireBitcoin(env: Env, { states, opened }: SharedByConnections) {
  const serversOf = (network: EsploraNetwork): EsploraServer[] => {
    const urls = env.bitcoinEsploraUrls[ESPLORA_VARIABLES[network]];
    const embedded = urls === undefined && env.sampleNetwork;
    const state = embedded ? 'embedded' : urls?.length ? 'unused' : 'no endpoint';
    states.set('bitcoin', network, state);
    if (embedded) return [sampleEsploraServer];
    const { label, onCall, startSpan } = states.watch('bitcoin', network, 0);
    return (urls ?? []).map((url, index) =>
      opened(httpEsploraServer({ url, label: `${label}#${index + 1}`, onCall, startSpan })),
    );
  };
  return esploraBitcoinSource({
    mainnet: serversOf('mainnet'),
    testnet: serversOf('testnet'),
    signet: serversOf('signet'),
    regtest: serversOf('regtest'),
  });
}

/**
 * Creates the EVM chains and the embedded sample chain. Each chain has its configured endpoints, otherwise public ones
 * if there are any.
 */
function wireEvm(env: Env, { states, memory, share, opened }: SharedByConnections) {
  const known = new Map(EVM_CHAINS.map((chain) => [chain.chainId, chain]));
  const lazyTransport = (chainId: number, urls: readonly string[]) =>
    lazily(() =>
      opened(
        httpTransport({
          urls,
          concurrency: MAX_UPSTREAM_CALLS * share,
          // An account must be returned within 2 s even if the chain does not respond (contract §4).
          retryMs: 1_500,
          // Enough for a batch with the code of several contracts, at most 24 KiB each.
          maxBytes: 1024 * 1024,
          memory,
          ...states.watch('evm', chainId, urls.length),
        }),
      ),
    );

  const chains = new Map<number, BatchingTransport | undefined>();
  for (const chainId of servedEvmChains(env)) {
    if (chainId === SAMPLE_EVM_CHAIN.chainId && servesSampleEvmChain(env)) {
      states.set('evm', chainId, 'embedded');
      chains.set(chainId, sampleEvmTransport);
      continue;
    }
    const urls = env.evmRpcUrls.get(chainId) ?? known.get(chainId)?.rpcUrls ?? [];
    states.set('evm', chainId, urls.length === 0 ? 'no endpoint' : 'unused');
    chains.set(chainId, urls.length === 0 ? undefined : lazyTransport(chainId, urls));
  }
  return rpcEvmSource(chains);
}

/** Creates a transport on first use: most services use only a few of the supported chains. */
function lazily(make: () => HttpTransport): BatchingTransport {
  const transport = once(make);
  const call: Transport = (method, params, scope, options) => transport()(method, params, scope, options);
  return Object.assign(call, {
    batch: (calls: readonly BatchCall[], scope: RequestScope) => transport().batch(calls, scope),
  });
}
