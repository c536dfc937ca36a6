import type { Env } from '@/lib/server/env';
import { gatewaysOf } from '@/lib/server/images/gateways';
import { locate } from '@/lib/solana/documents/document-uri';
import { guardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { FetchedList } from '@/lib/sources/solana/token-list/fetched-list';
import { TOKEN_LIST_DATE } from '@/lib/sources/solana/token-list/token-list-date.generated';
import { isTokenListUrl, readListFile } from '@/lib/sources/solana/token-list/token-lists';
import { type Check, ok } from './check';
import { timed } from './endpoint';

/** Small, well-known documents: the text that the IPFS project uses to check gateways, and a page on Arweave. */
const DOCUMENTS = {
  ipfs: 'ipfs://bafybeifx7yeb55armcsxwwitkymga5xf53dxiarykms3ygqic223w5sk3m',
  arweave: 'ar://bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U',
};
const VARIABLES = { ipfs: 'IPFS_GATEWAYS', arweave: 'ARWEAVE_GATEWAYS' };

/** Returns a check for each gateway. The checks use the guarded fetch of the service. */
export function gatewayChecks(env: Env): Check[] {
  const gateways = gatewaysOf(env);
  return (['ipfs', 'arweave'] as const).flatMap((kind) =>
    gateways[kind].map((gateway): Check => {
      const none = { ipfs: [], arweave: [] };
      const found = locate(DOCUMENTS[kind], { ...none, [kind]: [gateway] });
      const isSet = (kind === 'ipfs' ? env.ipfsGateways : env.arweaveGateways) !== undefined;
      return {
        what: `${kind === 'ipfs' ? 'IPFS' : 'Arweave'} ${new URL(gateway).host}`,
        // For a built-in gateway, a failure is only a warning, because the service tries several gateways in order.
        otherwise: { status: isSet ? 'failed' : 'warning', set: `${VARIABLES[kind]}: gateways that answer` },
        async run({ signal }) {
          if (found?.kind !== 'web') throw new Error('the URL of the gateway is not valid');
          const fetch = guardedFetch({ allowHosts: env.metadataAllowHosts });
          try {
            const request = { signal, maxBytes: 1024 * 1024, accept: '*/*' };
            const { value, ms } = await timed(() => fetch(found.urls[0], request));
            return ok(`${value.body.length} bytes in ${ms} ms`);
          } finally {
            await fetch.close();
          }
        },
      };
    }),
  );
}

/** Returns the check that the configured token list can be loaded. */
export function tokenListCheck({ tokenList }: Env): Check {
  const isUrl = tokenList !== undefined && isTokenListUrl(tokenList);
  return {
    what: isUrl ? `Token list ${new URL(tokenList).host}` : 'Token list',
    otherwise: { status: 'failed', set: 'TOKEN_LIST: a file or URL in the Token Lists or Jupiter format' },
    async run() {
      if (tokenList === undefined) return ok(`built-in, of ${TOKEN_LIST_DATE}`);
      const lists = isUrl
        ? (await new FetchedList(tokenList, undefined).fetch())?.lists
        : await readListFile(tokenList);
      const chains = [...(lists?.byChain.keys() ?? [])].join(', ');
      return ok(`valid, for chains ${chains}, of ${lists?.date ?? 'an unknown date'}`);
    },
  };
}
