import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';

/** A JSON-RPC request in a code snippet. */
export type SnippetRequest = { path: '/solana' | '/evm-chain'; body: Record<string, unknown> };

/** Quotes an argument for a POSIX shell. */
const shellQuote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Adds a space after each comma and colon between the strings of JSON, so that long lines wrap there. */
const spaced = (json: string) =>
  json.replaceAll(/("(?:[^"\\]|\\.)*"?)|[,:]/g, (token, string) => string ?? `${token} `);

/** Formats a call as a curl command with placeholders for the credentials, because pages never contain a key. */
export const curlOf = (origin: string, { path, body }: SnippetRequest): string =>
  curlOfJson(origin, path, JSON.stringify(body));

/** Like `curlOf`, for a body that is JSON on one line. */
export function curlOfJson(origin: string, path: SnippetRequest['path'], json: string): string {
  return [
    `curl -s ${shellQuote(`${origin}${path}`)}`,
    '  -u "$PROJECT_ID:$PROJECT_SERVER_KEY"',
    "  -H 'Content-Type: application/json'",
    `  -d ${shellQuote(spaced(json))}`,
  ].join(' \\\n');
}

/** Returns the API call that gets the data of an account page. */
export function holdingsRequest(address: string, chainId: number): SnippetRequest {
  return {
    path: '/solana',
    body: {
      jsonrpc: '2.0',
      id: 1,
      chainId,
      method: 'enhancedGetTokensAndNFTs',
      params: [address, { parseMetadataUri: true }],
    },
  };
}

/**
 * Returns the API call that gets the data of a Bitcoin key's page: both versions of its account on one chain, in the
 * extended format.
 * @param provenAddress an address that belongs to the key
 */
export function accountsRequest(publicKey: string, chainId: number, provenAddress?: string): SnippetRequest {
  const configs = ACCOUNT_VERSION_NAMES.map((version) => ({
    name: 'BTC',
    version,
    btcPublicKey: publicKey,
    ...(provenAddress === undefined ? {} : { btcAddress: provenAddress }),
    extended: true,
  }));
  const method = 'svc_aa_getBTCAccount';
  return { path: '/evm-chain', body: { jsonrpc: '2.0', id: 1, chainId, method, params: configs } };
}

/** Returns the API call that gets the data of the page of a Bitcoin address or a smart account. */
export function recordsRequest(query: { btcAddress: string } | { address: string }): SnippetRequest {
  const method = 'svc_aa_getBTCAccountsByAddress';
  return { path: '/evm-chain', body: { jsonrpc: '2.0', id: 1, method, params: [query] } };
}
