import { JsonTokens } from '@/lib/json/tokens';
import { curlOfJson } from './curl';

export type SnippetKind = 'curl' | 'fetch';

/** Removes the white space between the tokens of JSON, so that numbers stay exact. */
function onOneLine(json: string): string {
  const tokens = new JsonTokens(json);
  let line = '';
  while (tokens.next() !== undefined) line += tokens.token;
  return line;
}

/** Formats a request as program code. Credentials come from the environment, because pages never contain a key. */
export function snippet(
  kind: SnippetKind,
  origin: string,
  path: '/solana' | '/evm-chain',
  requestText: string,
): string {
  if (kind === 'curl') {
    try {
      JSON.parse(requestText);
      return curlOfJson(origin, path, onOneLine(requestText));
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
