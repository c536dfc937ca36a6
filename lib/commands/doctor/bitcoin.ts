import type { Env } from '@/lib/server/env';
import { ESPLORA_VARIABLES, type EsploraNetwork } from '@/lib/sources/bitcoin/esplora';
import { readBoundedBody } from '@/lib/sources/bounded-body';
import { guardedAgent } from '@/lib/sources/guarded-pool';
import { requestUpstream } from '@/lib/sources/transport/request-upstream';
import { EndpointFault } from '@/lib/sources/transport/upstream-errors';
import { basicAuthorization } from '@/lib/sources/url-credentials';
import type { Check } from './check';
import { timed } from './endpoint';

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
  const base = new URL(url);
  const at = (path: string) => {
    const full = new URL(base);
    full.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
    return full.href;
  };
  return {
    what: `Bitcoin ${network} ${base.host}`,
    // A failure is only a warning, because only lookups with `discover` need an Esplora server.
    otherwise: { status: 'warning', set: `${variable}: an Esplora server, or off` },
    async run({ signal }) {
      const { value: genesis, ms } = await timed(() => getText(at('/block-height/0'), signal));
      const right = GENESIS[network].includes(genesis);
      if (!right)
        return {
          status: 'failed',
          found: /^[0-9a-f]{64}$/.test(genesis) ? 'a server of another network' : 'not an Esplora server',
          set: `${variable}: an Esplora server of ${network}`,
        };
      const height = await getText(at('/blocks/tip/height'), signal);
      if (!/^\d{1,9}$/.test(height))
        return { status: 'warning', found: 'no valid height', set: `${variable}: an Esplora server, or off` };
      return { status: 'ok', found: `height ${height}, ${ms} ms` };
    },
  };
}

/** Maximum size of a response, in bytes. */
const MAX_BYTES = 64 * 1024;

/**
 * Fetches a short text from a URL that the operator has set.
 * @throws EndpointFault for a status other than 200, BodyError, undici's errors
 */
async function getText(text: string, signal: AbortSignal): Promise<string> {
  const url = new URL(text);
  const agent = guardedAgent({ connections: 1 });
  const authorization = basicAuthorization(url);
  try {
    const { statusCode, headers, body } = await requestUpstream(agent, {
      origin: url.origin,
      method: 'GET',
      path: url.pathname + url.search,
      headers: { 'accept-encoding': 'gzip', ...(authorization !== undefined && { authorization }) },
      signal,
    });
    const bytes = await readBoundedBody(body, headers['content-encoding'], MAX_BYTES);
    if (statusCode !== 200) throw new EndpointFault(`http-${statusCode}`, 'refused');
    return bytes.toString('utf8').trim();
  } finally {
    await agent.destroy();
  }
}
