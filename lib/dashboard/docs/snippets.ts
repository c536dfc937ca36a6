import { curlOf } from './curl';

export type SnippetKind = 'curl' | 'fetch' | 'viem';

/** Formats a request as program code. Credentials come from the environment, because pages never contain a key. */
export function snippet(
  kind: SnippetKind,
  origin: string,
  path: '/solana' | '/evm-chain',
  requestText: string,
): string {
  if (kind === 'curl') {
    try {
      return curlOf(origin, { path, body: JSON.parse(requestText) as Record<string, unknown> });
    } catch {
      return '# The request is not JSON yet.';
    }
  }
  if (kind === 'fetch')
    return `const credentials = btoa(\`\${process.env.PROJECT_ID}:\${process.env.PROJECT_SERVER_KEY}\`);

const response = await fetch('${origin}${path}', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Authorization: \`Basic \${credentials}\`,
  },
  body: JSON.stringify(${requestText}),
});
const { result, error } = await response.json();`;
  const { chainId, method, params } = readRequest(requestText);
  return `import { createClient, http } from 'viem';

const credentials = btoa(\`\${process.env.PROJECT_ID}:\${process.env.PROJECT_SERVER_KEY}\`);

const client = createClient({
  transport: http('${origin}${path}${chainId === undefined ? '' : `?chainId=${chainId}`}', {
    fetchOptions: { headers: { Authorization: \`Basic \${credentials}\` } },
  }),
});
const result = await client.request({
  method: '${method}',
  params: ${params},
});`;
}

function readRequest(text: string): { chainId: string | undefined; method: string; params: string } {
  try {
    const { chainId, method, params } = JSON.parse(text) as Record<string, unknown>;
    return {
      chainId: typeof chainId === 'number' ? String(chainId) : undefined,
      method: typeof method === 'string' ? method.replace(/[^\w.]/g, '') : '',
      params: JSON.stringify(params ?? []),
    };
  } catch {
    return { chainId: undefined, method: '', params: '[]' };
  }
}
