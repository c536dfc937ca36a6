import type { Metadata } from 'next';
import {
  type DocumentedMethod,
  groupedMethods,
  MethodExample,
  methodHref,
} from '@/components/docs/method-example';
import { WithMethodNav } from '@/components/docs/method-nav';
import { Code, WithCode } from '@/components/docs/with-code';
import { Facts } from '@/components/item/facts';
import { OperatorHint } from '@/components/ui/operator-hint';
import { PageLink } from '@/components/ui/page-link';
import type { OpenRpcDocument } from '@/lib/rpc/document/openrpc';
import { NODE_METHODS_RULE, nodeMethods } from '@/lib/rpc/node-methods';
import { getService } from '@/lib/server/shared-service';

/** The method of the call at the top of the page. */
const FIRST_CALL = 'enhancedGetTokensAndNFTs';

/** Matches the beginning of an alias's summary, up to the method that it calls. */
const ALIAS = /^.*: another name of /;

const DOCUMENTS = ['openrpc.json', 'client.js', 'client.d.ts', 'llms.txt'];

export const metadata: Metadata = {
  title: 'API',
  description:
    'The JSON-RPC methods of Satchel, with their parameters, results and errors, and a playground on the sample network.',
};

export default async function DocsPage() {
  const { methods, info, servers } = (await getService()).registry.openRpc();
  const first = methods.find(({ name }) => name === FIRST_CALL);
  return (
    <WithMethodNav methods={methods}>
      <h1 className="font-semibold text-2xl tracking-tight">API</h1>
      <p className="mt-1 max-w-prose text-muted">
        <WithCode text={info.description} />
      </p>
      <p className="mt-4 max-w-prose">Make a first call, on the sample network:</p>
      {first && <MethodExample method={first} title="the first call" />}
      <div className="mt-10">
        <CallsSection servers={servers} />
      </div>
      <MethodList methods={methods} />
    </WithMethodNav>
  );
}

/** Explains the endpoints, the network and the credentials of a call. */
function CallsSection({ servers }: { servers: OpenRpcDocument['servers'] }) {
  return (
    <Facts
      facts={[
        [
          'Endpoints',
          <span key="" className="flex flex-wrap gap-x-4">
            {servers.map(({ url }) => (
              <Code key={url}>{`POST ${url}`}</Code>
            ))}
          </span>,
        ],
        [
          'Network',
          <span key="">
            Choose the network with <Code>chainId</Code>. Solana: 101 mainnet, 102 testnet, 103 devnet, 104
            sample network. EVM: the chain’s id, or 31337 for the sample network. Calls on this page need no
            credentials; on the sample network they do not leave this server.
          </span>,
        ],
        [
          'Authentication',
          <span key="">
            HTTP Basic with a project id and its server key: <Code>-u "$PROJECT_ID:$PROJECT_SERVER_KEY"</Code>
            .
          </span>,
        ],
        [
          'Get a server key',
          <div key="">
            Ask the operator of this server.
            <OperatorHint>
              On first start, the server writes a key to <Code>credentials.json</Code> in the data folder and
              prints it once, unless <Code>PROJECT_SERVER_KEY</Code> is set. <Code>npm run project</Code>{' '}
              creates, rotates and revokes keys.
            </OperatorHint>
          </div>,
        ],
        [
          'Errors and limits',
          <span key="">
            An error has a <Code>code</Code>, a <Code>message</Code> and a stable <Code>data.reason</Code>.
            Code -32005 is a limit: wait the number of seconds in <Code>Retry-After</Code>; if there is none,
            ask for fewer items per call. The page of each method lists its errors, and{' '}
            <a href="/llms.txt" className="link">
              llms.txt
            </a>{' '}
            all reasons.
          </span>,
        ],
        [
          'For programs',
          <span key="" className="flex flex-wrap gap-x-4">
            {DOCUMENTS.map((name) => (
              <a key={name} href={`/${name}`} className="link inline-block pointer-coarse:py-2.5">
                {name}
              </a>
            ))}
          </span>,
        ],
      ]}
    />
  );
}

/** All methods in their groups: those of this service with their summaries, and the names of those that are forwarded. */
function MethodList({ methods }: { methods: readonly DocumentedMethod[] }) {
  return (
    <section aria-labelledby="methods" className="mt-10">
      <h2 id="methods" className="font-semibold text-lg">
        Methods
      </h2>
      {groupedMethods(methods).map(({ id, title, says, methods: group }) => (
        <section key={id} aria-labelledby={id} className="mt-4">
          <h3 id={id} className="mb-2 font-semibold">
            {title} <span className="font-normal text-muted">{group.length}</span>
          </h3>
          {says && <p className="mb-2 max-w-prose text-muted text-sm">{says}</p>}
          <ul className="divide-y divide-line border-line border-y">
            {group.map(({ name, summary }) => (
              <li key={name}>
                <PageLink
                  href={methodHref(name)}
                  aria-describedby={`${name}-summary`}
                  className={`link inline-block break-all pt-3 pb-0.5 font-mono ${ALIAS.test(summary) ? '' : 'font-semibold'}`}
                >
                  {name}
                </PageLink>
                <p id={`${name}-summary`} className="max-w-prose pb-3 text-muted text-sm">
                  <WithCode text={`${summary.replace(' (DAS)', '').replace(ALIAS, 'Alias of ')}.`} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="node-methods" className="mt-8">
        <h3 id="node-methods" className="font-semibold">
          Node methods <span className="font-normal text-muted">{nodeMethods.length}</span>
        </h3>
        <p className="mt-1 max-w-prose text-muted text-sm">
          The RPC methods of Solana itself, which this server passes on to a node.{' '}
          <WithCode text={NODE_METHODS_RULE} />
        </p>
        <ul className="mt-3 columns-2xs gap-x-6 font-mono text-[0.8125rem] leading-6">
          {nodeMethods.map(({ name, level }) => (
            <li key={name} className="break-all">
              {name}
              {level === 'all' && (
                <span className="font-sans text-muted text-xs"> if the operator allows it</span>
              )}
            </li>
          ))}
        </ul>
      </section>
    </section>
  );
}
