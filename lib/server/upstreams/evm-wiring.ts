import 'server-only';
import { EVM_CHAINS } from '@/lib/evm/chains.generated';
import { SAMPLE_EVM_CHAIN } from '@/lib/evm/evm-chain';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { RequestScope } from '@/lib/promises/request-scope';
import { servedEvmChains, servesSampleEvmChain } from '@/lib/server/env/served-chains';
import type { createUpstreamStates } from '@/lib/server/telemetry/upstream-states';
import { rpcEvmSource } from '@/lib/sources/evm/evm-rpc';
import { sampleEvmTransport } from '@/lib/sources/sample/evm-sample';
import { type HttpTransport, httpTransport, MAX_UPSTREAM_CALLS } from '@/lib/sources/transport/transport';
import type { BatchCall, BatchingTransport, Transport } from '@/lib/sources/transport/transport-type';
import type { Env } from '../env';

/**
 * Creates the EVM chains and the embedded sample chain. Each chain has its configured endpoints, otherwise public ones
 * if there are any.
 * @param share this process's share of the limit of each endpoint
 */
export function wireEvm(
  env: Env,
  states: ReturnType<typeof createUpstreamStates>,
  memory: ByteBudget,
  share: number,
) {
  const open: HttpTransport[] = [];
  const known = new Map(EVM_CHAINS.map((chain) => [chain.chainId, chain]));
  const lazyTransport = (chainId: number, urls: readonly string[]) =>
    lazily(() => {
      const transport = httpTransport({
        urls,
        concurrency: MAX_UPSTREAM_CALLS * share,
        label: `evm-${chainId}`,
        // An account must be returned within 2 s even if the chain does not respond (contract §4).
        retryMs: 1_500,
        // Enough for a batch with the code of several contracts, at most 24 KiB each.
        maxBytes: 1024 * 1024,
        memory,
        onCall: states.observe('evm', chainId),
        onChange: states.watch('evm', chainId, urls.length),
        startSpan: states.startSpan,
      });
      open.push(transport);
      return transport;
    });

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
  return {
    evm: rpcEvmSource(chains),
    close: async () => {
      await Promise.all(open.map((transport) => transport.close()));
    },
  };
}

/** Creates a transport on first use: most services use only a few of the supported chains. */
function lazily(make: () => HttpTransport): BatchingTransport {
  let made: HttpTransport | undefined;
  const transport = () => {
    made ??= make();
    return made;
  };
  const call: Transport = (method, params, scope, options) => transport()(method, params, scope, options);
  return Object.assign(call, {
    batch: (calls: readonly BatchCall[], scope: RequestScope) => transport().batch(calls, scope),
  });
}
