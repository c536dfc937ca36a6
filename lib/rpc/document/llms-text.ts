import { WORK_UNITS } from '@/lib/services/work-units';
import { RPC_ERRORS, type RpcErrorName } from '../errors';
import type { OpenRpcDocument } from './openrpc';

type Entry = OpenRpcDocument['methods'][number];
type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
};

/** The service in one page of Markdown for language models (https://llmstxt.org), made from its OpenRPC document. */
export function llmsText(document: OpenRpcDocument): string {
  const { info, methods, components } = document;
  return [
    `# ${info.title}`,
    `> ${info.description}`,
    CALLING,
    LINKS,
    '## Methods',
    ...methods.map((method) => methodText(method, components.schemas)),
    EXACT,
    LIMITS,
    errorsText(document),
    '',
  ].join('\n\n');
}

const CALLING = `## Calling it

- HTTP POST to \`/solana\` or \`/evm-chain\` of the service, \`Content-Type: application/json\`, \`Authorization: Basic base64(project_id:server_key)\`. Each route knows its own methods only. A server key belongs on a server, never in a page.
- A request is \`{"jsonrpc": "2.0", "id": 1, "chainId": 104, "method": "…", "params": …}\`; \`params\` is an array by position or an object by name. Every request is answered; there are no notifications.
- \`chainId\` is next to \`params\`, in the query (\`?chainId=\`) or in the path (\`/solana/<chainId>\`). Solana: 101 mainnet, 102 testnet, 103 devnet, 104 the sample network. EVM: the chain's own id, 31337 the sample network. The sample networks are part of the service: try calls there first.
- A batch is an array of 1 to 100 requests, answered in order, each by itself.
- Unknown options and fields are ignored; the \`Satchel-Ignored\` header names them.
- Every method is idempotent: a call whose answer was lost may be sent again.`;

const LINKS = `## Documents

- [OpenRPC document](/openrpc.json): every field of every method as JSON Schema, with an example of each that works as it is.
- [Client](/client.js): an ES module without dependencies for Node 20, Deno, workers and browsers, and [its types](/client.d.ts). \`createClient({ baseUrl, projectId, serverKey })\`; methods under their wire names without the prefix; exact integers, batches, retries, typed errors.`;

const EXACT = `## Exact integers

Lamports and amounts are JSON integers up to 2^64-1. \`JSON.parse\` rounds them past 2^53-1: use the client, a parser that keeps them, or \`extended: true\`, which has them as strings too.`;

const LIMITS = `## Limits

- A request body has at most 256 KiB.
- Calls cost work units of the project's allowance a second: holdings ${WORK_UNITS.holdings} (and 1 for every 100 items past the first 1,000), a BTC look-up ${WORK_UNITS.btcAccount}, an extended one ${WORK_UNITS.extendedBtcAccount}, records of an address ${WORK_UNITS.btcAccountRecords}, with \`discover\` ${WORK_UNITS.discoverKey}, an answer from memory ${WORK_UNITS.minimum}. Each item of a batch and each config counts.
- HTTP 429 and 503 carry \`Retry-After\`; an item of a batch that was limited has \`data.retryAfterSeconds\`. \`answer-too-large\` is not to be tried again: ask for less (\`limit\` and \`cursor\`).
- Holdings are complete or an error, never silently short. What is not listed at all (MPL Core and compressed NFTs without a DAS endpoint) is named in the \`Satchel-Coverage\` header and in \`coverage\` of the extended form.`;

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

/** The fields of a parameter that is an object, a line each. */
function fieldsOf(schema: Schema, schemas: Record<string, Schema>): string[] {
  const { properties = {}, required = [] } = schemas[schema.$ref?.split('/').pop() ?? ''] ?? schema;
  return Object.entries(properties).map(
    ([name, { description }]) =>
      `  - \`${name}\`${required.includes(name) ? '' : ' (optional)'}: ${description}`,
  );
}

function errorsText({ components, 'x-reasons': reasons }: OpenRpcDocument): string {
  const codes = Object.entries(components.errors).map(
    ([name, { code, message }]) => `| ${code} | ${RPC_ERRORS[name as RpcErrorName].http} | ${message} |`,
  );
  const words = Object.entries(reasons).map(([reason, what]) => `- \`${reason}\`: ${what}`);
  return `## Errors

\`{"jsonrpc":"2.0","id":…,"error":{"code","message","data"}}\`; \`data.reason\` is a stable word of the list below, \`data.path\` says which parameter.

| code | HTTP | meaning |
|---|---|---|
${codes.join('\n')}

Words of \`data.reason\`:

${words.join('\n')}`;
}
