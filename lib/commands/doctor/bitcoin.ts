import type { Env } from '@/lib/server/env';
import { ESPLORA_VARIABLES, type EsploraNetwork } from '@/lib/sources/bitcoin/esplora';
import { type Check, failed, ok, warning } from './check';
import { endpointCheck, timed } from './endpoint';

/** Hashes of the first blocks, which identify the networks. */
const GENESIS: Record<EsploraNetwork, readonly string[]> = {
  mainnet: ['000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'],
  // testnet3, testnet4
  testnet: [
    '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
  ],
  signet: ['00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6'],
  regtest: ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'],
};

/**
 * Returns a check for each Esplora server: that it is reachable and serves the right network, and
 * what its height is.
 */
export function bitcoinChecks(env: Env): Check[] {
  return (Object.keys(GENESIS) as EsploraNetwork[]).flatMap((network) => {
    const urls = env.bitcoinEsploraUrls[ESPLORA_VARIABLES[network]] ?? [];
    return urls.map((url) => esploraCheck(network, url));
  });
}

function esploraCheck(network: EsploraNetwork, url: string): Check {
  const variable = ESPLORA_VARIABLES[network];
  // A failure is only a warning, because only lookups with `discover` need an Esplora server.
  const otherwise = { status: 'warning', set: `${variable}: an Esplora server, or off` } as const;
  return endpointCheck(`Bitcoin ${network}`, url, otherwise, async (server, scope) => {
    const { value: genesis, ms } = await timed(() => server.get('/block-height/0', scope));
    if (!GENESIS[network].includes(genesis))
      return failed(
        /^[0-9a-f]{64}$/.test(genesis) ? 'a server of another network' : 'not an Esplora server',
        `${variable}: an Esplora server of ${network}`,
      );
    const height = await server.get('/blocks/tip/height', scope);
    if (!/^\d{1,9}$/.test(height))
      return warning('no valid height', `${variable}: an Esplora server, or off`);
    return ok(`height ${height}, ${ms} ms`);
  });
}
