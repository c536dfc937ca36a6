/** A JSON-RPC request of ours, as it is written into a snippet. */
export type SnippetRequest = { path: '/solana' | '/evm-chain'; body: Record<string, unknown> };

/** One argument of a POSIX shell. */
const shellQuote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A call as a curl line; the credentials are the reader's to fill in, no key is ever in a page. */
export function curlOf(origin: string, { path, body }: SnippetRequest): string {
  return [
    `curl -s ${shellQuote(`${origin}${path}`)}`,
    '  -u "$PROJECT_ID:$PROJECT_SERVER_KEY"',
    "  -H 'Content-Type: application/json'",
    `  -d ${shellQuote(JSON.stringify(body))}`,
  ].join(' \\\n');
}

/** The call behind an account page. */
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
