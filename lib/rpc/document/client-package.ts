import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import {
  CLIENT_D_TS,
  CLIENT_JS,
  CLIENT_LICENSE,
  PROXY_EXAMPLE,
  REACT_D_TS,
  REACT_JS,
} from './client.generated';

const README = `# Client of a Satchel service

\`\`\`js
import { createClient } from 'satchel-client';
const client = createClient({ baseUrl: 'http://localhost:3000', projectId, serverKey });
const { lamports, tokens } = await client.enhancedGetTokensAndNFTs({ chainId: 104, accountAddress });
\`\`\`

Integers are exact: numbers up to 2^53-1, bigints beyond. Calls are retried after \`Retry-After\`. A failed call rejects with a \`SatchelError\`, whose \`reason\` is a stable code. A server key must never be in a page.

## React

Hooks for each method, with \`@tanstack/react-query\` 5 and React 18 or later:

\`\`\`jsx
import { SatchelProvider, useHoldings } from 'satchel-client/react';

function Wallet({ accountAddress }) {
  const { nfts, tokens, isComplete, error } = useHoldings({ chainId: 101, accountAddress });
  …
}
\`\`\`

Put \`QueryClientProvider\` and \`<SatchelProvider client={client}>\` around it. \`useHoldings\` lists an account in pages of 1,000 items; the other hooks are queries of one method each.

## In the pages of your own app

A page must not contain a server key, so your server adds it:

\`\`\`js
${PROXY_EXAMPLE}\`\`\`

In the page, call \`createClient()\` without options. \`SATCHEL_AUTH\` is \`project id:server key\`.
`;

/**
 * Packs the client as an npm package (a gzipped tar), for `npm install http://host/client.tgz`.
 * @param version version of the service
 */
export async function clientPackage(version: string): Promise<Uint8Array> {
  const manifest = {
    name: 'satchel-client',
    version,
    description: 'Client of a Satchel service',
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    exports: {
      '.': { types: './client.d.ts', default: './client.js' },
      './react': { types: './react.d.ts', default: './react.js' },
    },
    peerDependencies: { '@tanstack/react-query': '^5', react: '>=18' },
    peerDependenciesMeta: { '@tanstack/react-query': { optional: true }, react: { optional: true } },
  };
  const files = {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'README.md': README,
    LICENSE: CLIENT_LICENSE,
    'client.js': CLIENT_JS,
    'client.d.ts': CLIENT_D_TS,
    'react.js': REACT_JS,
    'react.d.ts': REACT_D_TS,
  };
  const entries = Object.entries(files).map(([name, text]) => ({
    // Use a fixed time, so that equal contents result in an identical package.
    header: { name: `package/${name}`, size: Buffer.byteLength(text), mtime: new Date(0) },
    body: text,
  }));
  return gzipSync(await packTar(entries));
}
