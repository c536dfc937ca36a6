import { WORK_UNITS } from '@/lib/services/work-units';
import { RPC_ERRORS, type RpcErrorName } from '../rpc-errors';
import type { OpenRpcDocument } from './openrpc';

type Entry = OpenRpcDocument['methods'][number];
type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
};

/** Builds a Markdown page about the service for language models (https://llmstxt.org) from its OpenRPC document. */
export function llmsText(document: OpenRpcDocument): string {
  const { info, methods, components } = document;
  return [
    `# ${info.title}`,
    `> ${info.description}`,
    CALLING,
    LINKS,
    '## Methods',
    ...methods.map((method) => methodText(method, components.schemas)),
    nodeMethodsText(document),
    EXACT,
    LIMITS,
    errorsText(document),
    '',
  ].join('\n\n');
}

const CALLING = `## Calling it

- Send an HTTP POST to \`/solana\` or \`/evm-chain\` with \`Content-Type: application/json\` and \`Authorization: Basic base64(project_id:server_key)\`. Each route has its own methods. Keep the server key on a server, never in a page.
- A request is \`{"jsonrpc": "2.0", "id": 1, "chainId": 104, "method": "…", "params": …}\`; \`params\` is an array by position or an object by name. Every request is answered; there are no notifications.
- \`chainId\` is next to \`params\`, in the query (\`?chainId=\`) or in the path (\`/solana/<chainId>\`). Solana: 101 mainnet, 102 testnet, 103 devnet, 104 the sample network. EVM: the chain's own id, 31337 the sample network. The sample networks are built into the service: try calls there first.
- A batch is an array of 1 to 100 requests, answered in order and independently.
- Unknown options and fields are ignored; the \`Satchel-Ignored\` header lists them.
- Every method is idempotent, except \`sendTransaction\` and \`requestAirdrop\`: retry a call whose answer was lost.`;

const LINKS = `## Documents

- [OpenRPC document](/openrpc.json): every field of every method as JSON Schema, with a working example of each method.
- [Client](/client.js): an ES module without dependencies for Node 20, Deno, workers and browsers, and [its types](/client.d.ts). \`createClient({ baseUrl, projectId, serverKey })\`; methods under their wire names without the prefix; exact integers, batches, retries, typed errors.`;

const EXACT = `## Exact integers

Lamports and amounts are JSON integers up to 2^64-1. \`JSON.parse\` rounds integers beyond 2^53-1: use the client, a parser with exact integers, or \`integers: "string"\` (for \`enhancedGetTokensAndNFTs\` in \`options\`, for DAS methods in the params), which makes them decimal strings.`;

const LIMITS = `## Limits

- A request body has at most 256 KiB.
- Calls cost work units, which are limited per second and project: holdings ${WORK_UNITS.holdings} (and 1 per 100 items beyond 1,000), a BTC lookup ${WORK_UNITS.btcAccount}, an extended one ${WORK_UNITS.extendedBtcAccount}, records of an address ${WORK_UNITS.btcAccountRecords}, with \`discover\` ${WORK_UNITS.discoverKey}, a cached answer ${WORK_UNITS.minimum}. Each item of a batch and each config counts.
- \`RateLimit: "work-units";r=985;t=1\` on every response: work units left, and seconds until all are refilled.
- HTTP 429 and 503 have \`Retry-After\`; a rate-limited item of a batch has \`data.retryAfterSeconds\`. Do not retry \`answer-too-large\`: request less (\`limit\` and \`cursor\`).
- Holdings are complete, or the call fails; the list is never silently incomplete. The \`Satchel-Coverage\` header and \`coverage\` of the extended format name the kinds that are not listed (MPL Core and compressed NFTs without a DAS endpoint).`;

function methodText(method: Entry, schemas: Record<string, unknown>): string {
  const fields = method.params.flatMap(({ name, summary, required, schema }) => [
    `- \`${name}\`${required ? '' : ' (optional)'}: ${summary}`,
    ...fieldsOf(schema as Schema, schemas as Record<string, Schema>),
  ]);
  const refusals = method.errors.map(({ code, message }) => `${code} (${message})`).join('; ');
  return `### ${method.name}

${method.summary}. POST /${method.servers[0]?.name}; \`chainId\` is ${method['x-chainId']}.

${method.description}

Parameters, in this order or by name:

${fields.join('\n')}

Errors: ${refusals}.

\`\`\`json
${JSON.stringify(method['x-request'])}
\`\`\``;
}

/** Returns one line for each field of an object parameter. */
function fieldsOf(schema: Schema, schemas: Record<string, Schema>): string[] {
  const { properties = {}, required = [] } = schemas[schema.$ref?.split('/').pop() ?? ''] ?? schema;
  return Object.entries(properties).map(
    ([name, { description }]) =>
      `  - \`${name}\`${required.includes(name) ? '' : ' (optional)'}: ${description}`,
  );
}

function nodeMethodsText({ 'x-node-methods': { rule, units } }: OpenRpcDocument): string {
  const names = Object.entries(units).map(([name, cost]) => `\`${name}\` (${cost})`);
  return `## Methods of the node

${rule} In the client: \`client.rpc(method, params, { chainId })\`.

Known methods, with their cost in work units (others cost ${WORK_UNITS.nodeRead}): ${names.join(', ')}.`;
}

function errorsText({ components, 'x-reasons': reasons }: OpenRpcDocument): string {
  const codes = Object.entries(components.errors).map(
    ([name, { code, message }]) => `| ${code} | ${RPC_ERRORS[name as RpcErrorName].http} | ${message} |`,
  );
  const words = Object.entries(reasons).map(([reason, what]) => `- \`${reason}\`: ${what}`);
  return `## Errors

\`{"jsonrpc":"2.0","id":…,"error":{"code","message","data"}}\`; \`data.reason\` is a stable code from the list below, \`data.path\` names the parameter.

| code | HTTP | meaning |
|---|---|---|
${codes.join('\n')}

Values of \`data.reason\`:

${words.join('\n')}`;
}
