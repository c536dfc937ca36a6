import 'server-only';
import type { createUpstreamStates } from '@/lib/server/telemetry/upstream-states';
import { type EsploraNetwork, esploraBitcoinSource } from '@/lib/sources/bitcoin/esplora';
import { type EsploraServer, httpEsploraServer } from '@/lib/sources/bitcoin/esplora-server';
import { sampleEsploraServer } from '@/lib/sources/sample/sample-esplora';
import type { Env } from '../env';

/**
 * Connects the Bitcoin networks to the configured Esplora servers. Regtest uses the sample network's server by default.
 */
export function wireBitcoin(env: Env, states: ReturnType<typeof createUpstreamStates>) {
  const serversOf = (network: EsploraNetwork, urls: readonly string[] | undefined): EsploraServer[] => {
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
    mainnet: serversOf('mainnet', env.bitcoinEsploraUrls),
    testnet: serversOf('testnet', env.bitcoinEsploraTestnetUrls),
    signet: serversOf('signet', env.bitcoinEsploraSignetUrls),
    regtest: serversOf('regtest', env.bitcoinEsploraRegtestUrls),
  };
  return {
    bitcoin: esploraBitcoinSource(servers),
    close: async () => {
      const all = Object.values(servers).flat();
      await Promise.all(all.map((server) => server.close()));
    },
  };
}
