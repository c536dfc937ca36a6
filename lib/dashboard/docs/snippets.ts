import { curlOf } from './curl';

export type SnippetKind = 'curl' | 'fetch';

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
}
