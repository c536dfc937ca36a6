import type { Metadata } from 'next';
import { OpenLinked } from '@/components/docs/open-linked';
import { Playground } from '@/components/docs/playground';
import { SchemaTable } from '@/components/docs/schema-table';
import { Facts } from '@/components/item/facts';
import { Icon } from '@/components/ui/icon';
import { prettyJson } from '@/lib/json/pretty';
import type { OpenRpcDocument } from '@/lib/rpc/document/openrpc';
import { getService } from '@/lib/server/shared-service';

type Method = OpenRpcDocument['methods'][number];
type Schemas = OpenRpcDocument['components']['schemas'];

/** The method of the call at the top of the page. */
const FIRST_CALL = 'enhancedGetTokensAndNFTs';

const DOCUMENTS = ['openrpc.json', 'client.js', 'client.d.ts', 'llms.txt'];

export const metadata: Metadata = {
  title: 'API',
  description:
    'The JSON-RPC methods of Satchel, with their parameters, results and errors, and a playground on the sample network.',
};

export default async function DocsPage() {
  const document = (await getService()).registry.openRpc();
  const first = document.methods.find(({ name }) => name === FIRST_CALL);
  return (
    <div>
      <h1 className="font-semibold text-2xl tracking-tight">API</h1>
      <p className="mt-1 mb-4 max-w-prose text-muted">Make a first call, on the sample network:</p>
      {first && (
        <Playground
          title="the first call"
          level={2}
          group={groupOf(first)}
          request={prettyJson(first['x-request'])}
          response={exampleOf(first)}
        />
      )}
      <div className="mt-10 grid gap-x-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <OpenLinked />
        <MethodList methods={document.methods} />
        <div className="min-w-0">
          <p className="mb-4 max-w-prose text-muted">{withCode(document.info.description)}</p>
          <CallsSection />
          {document.methods.map((method) => (
            <MethodSection key={method.name} method={method} components={document.components.schemas} />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Explains the network and the credentials of a call. */
function CallsSection() {
  return (
    <Facts
      facts={[
        [
          'Network',
          <span key="">
            Set <Code>chainId</Code> to choose it. Solana: 101 mainnet, 102 testnet, 103 devnet, 104 sample
            network. EVM: the chain’s id, or 31337 for the sample network. Calls on this page need no
            credentials; on the sample network they do not leave this server.
          </span>,
        ],
        [
          'Authentication',
          <span key="">
            HTTP Basic with a project id and its server key, on <Code>POST /solana</Code> and{' '}
            <Code>POST /evm-chain</Code>: <Code>-u "$PROJECT_ID:$PROJECT_SERVER_KEY"</Code>.
          </span>,
        ],
        [
          'Get your API key',
          <span key="">
            Ask the operator of this server. On first start, the server writes a key to{' '}
            <Code>credentials.json</Code> in the data folder and prints it once, unless{' '}
            <Code>PROJECT_SERVER_KEY</Code> is set. <Code>npm run project</Code> creates, rotates and revokes
            keys.
          </span>,
        ],
      ]}
    />
  );
}

/** Shows Markdown code spans as code. */
const withCode = (text: string) =>
  text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
    index % 2 === 0 ? part : <Code key={index}>{part}</Code>,
  );

/** Inline code, which wraps to the next line as a whole unless it is longer than a line. */
const Code = ({ children }: { children: string }) => (
  <code className="inline-block max-w-full font-mono text-[0.8125rem]">{children}</code>
);

function MethodList({ methods }: { methods: readonly Method[] }) {
  return (
    <nav aria-label="Methods" className="mb-6 text-sm lg:sticky lg:top-6 lg:self-start lg:pt-2.5">
      <p className="mb-2 text-muted">Methods</p>
      <ul className="grid gap-0.5">
        {methods.map(({ name }) => (
          <li key={name}>
            <a
              href={`#${name}`}
              className="link inline-block break-all py-0.5 pointer-coarse:py-3 font-mono text-xs tracking-tight"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-4 mb-2 text-muted">For programs</p>
      <ul className="grid gap-1.5">
        {DOCUMENTS.map((name) => (
          <li key={name}>
            <a href={`/${name}`} className="link inline-block pointer-coarse:py-2.5">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const groupOf = (method: Method) => (method.servers[0]?.name === 'solana' ? 'solana' : 'evm-chain');

/** The documented response of a method's example. */
const exampleOf = (method: Method): string =>
  prettyJson({
    jsonrpc: '2.0',
    id: 1,
    ...(method['x-chainId'] === 'required' ? { chainId: method['x-request'].chainId } : {}),
    result: method.examples[0]?.result.value,
  });

/** A method with its playground, parameters, result and errors, collapsed to the name and summary. */
function MethodSection({ method, components }: { method: Method; components: Schemas }) {
  const group = groupOf(method);
  const request = prettyJson(method['x-request']);
  return (
    <section
      id={method.name}
      aria-labelledby={`${method.name}-name`}
      className="below scroll-mt-6 border-line border-t first-of-type:mt-8"
    >
      <details className="open-on-paper group">
        <summary className="flex items-baseline gap-2.5 py-4 hover:text-accent">
          <Icon name="down" className="size-3.5 shrink-0 -rotate-90 text-muted group-open:rotate-0" />
          <span className="min-w-0">
            <h2 id={`${method.name}-name`} className="break-all font-mono font-semibold">
              {method.name}
            </h2>
            <span className="mt-1 block max-w-prose text-muted text-sm">{withCode(method.summary)}.</span>
          </span>
        </summary>
        <div className="pb-10 sm:pl-6">
          <p className="text-muted text-xs">
            <span className="whitespace-nowrap font-mono">POST /{group}</span>, run below on the sample
            network (chainId {group === 'solana' ? 104 : 31337})
          </p>
          <p className="mt-2 max-w-prose text-sm">{withCode(method.description)}</p>
          <Playground title={method.name} group={group} request={request} response={exampleOf(method)} />
          <h3 className="mt-8 mb-2 font-semibold text-sm">Parameters</h3>
          <ol className="grid gap-4">
            {method.params.map((param) => (
              <li key={param.name} className="min-w-0">
                <p className="mb-2 text-sm">
                  <code className="font-mono">{param.name}</code>
                  <span className="text-muted">
                    {' '}
                    {param.required ? '' : '(optional) '}
                    {param.summary}
                  </span>
                </p>
                <SchemaTable
                  schema={param.schema}
                  components={components}
                  caption={`Fields of ${param.name}`}
                />
              </li>
            ))}
          </ol>
          <p className="mt-3 text-muted text-sm">
            <code className="font-mono">chainId</code> is a member next to{' '}
            <code className="font-mono">params</code>, or a query parameter; it is {method['x-chainId']}.
          </p>
          <h3 className="mt-8 mb-2 font-semibold text-sm">Result</h3>
          <SchemaTable
            schema={method.result.schema}
            components={components}
            caption={`Fields of the result of ${method.name}`}
          />
          <h3 className="mt-8 mb-2 font-semibold text-sm">Errors</h3>
          <ul className="panel divide-y divide-line text-sm">
            {method.errors.map(({ code, message }) => (
              <li key={`${code} ${message}`} className="flex gap-4 px-4 py-2">
                <code className="w-16 shrink-0 font-mono text-[0.8125rem]">{code}</code>
                <span className="text-muted">{message}</span>
              </li>
            ))}
          </ul>
        </div>
      </details>
    </section>
  );
}
