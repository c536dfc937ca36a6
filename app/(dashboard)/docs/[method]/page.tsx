import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { type DocumentedMethod, groupOf, MethodExample } from '@/components/docs/method-example';
import { WithMethodNav } from '@/components/docs/method-nav';
import { SchemaTable } from '@/components/docs/schema-table';
import { Code, WithCode } from '@/components/docs/with-code';
import { PageLink } from '@/components/ui/page-link';
import type { OpenRpcDocument } from '@/lib/rpc/document/openrpc';
import { getService } from '@/lib/server/shared-service';

type Props = { params: Promise<{ method: string }> };
type Schemas = OpenRpcDocument['components']['schemas'];

/** Reads the OpenRPC document and the method of the page; undefined for an unknown name. */
async function read(params: Props['params']) {
  const { method: name } = await params;
  const document = (await getService()).registry.openRpc();
  return { document, method: document.methods.find((each) => each.name === name) };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { method } = await read(params);
  return method === undefined
    ? {}
    : { title: method.name, description: `${method.summary.replaceAll('`', '')}.` };
}

export default async function MethodPage({ params }: Props) {
  const { document, method } = await read(params);
  if (method === undefined) notFound();
  const group = groupOf(method);
  const [lead, ...details] = method.description.split(/(?<=\.) (?=[A-Z`])/);
  return (
    <WithMethodNav methods={document.methods} current={method.name}>
      <nav aria-label="Breadcrumb" className="mb-1 text-sm print:hidden">
        <PageLink href="/docs" className="link inline-block pointer-coarse:py-2.5">
          API
        </PageLink>
      </nav>
      <h1 className="break-all font-mono font-semibold text-xl tracking-tight">{method.name}</h1>
      <p className="mt-1 max-w-prose">
        <WithCode text={`${method.summary}.`} />
      </p>
      <p className="mt-2 max-w-prose text-muted text-sm">
        <WithCode text={lead ?? ''} />
      </p>
      {details.length > 0 && (
        <ul className="mt-1 max-w-prose list-disc space-y-1 pl-5 text-muted text-sm">
          {details.map((sentence) => (
            <li key={sentence}>
              <WithCode text={sentence} />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-muted text-sm">
        <span className="whitespace-nowrap font-mono text-[0.8125rem]">POST /{group}</span>, run below on the
        sample network (chainId {group === 'solana' ? 104 : 31337}).{' '}
        <a href="#parameters" className="link lg:hidden">
          Parameters
        </a>
      </p>
      <MethodExample method={method} title={method.name} />
      <Reference method={method} components={document.components.schemas} />
    </WithMethodNav>
  );
}

/** A method's parameters, result and errors. */
function Reference({ method, components }: { method: DocumentedMethod; components: Schemas }) {
  const isPositional = Array.isArray(method['x-request'].params);
  return (
    <>
      <h2 id="parameters" className="mt-8 mb-2 font-semibold">
        Parameters
      </h2>
      <ol className="grid gap-4">
        <li className="text-sm">
          <code className="font-mono">chainId</code>
          <span className="text-muted">
            {' '}
            ({method['x-chainId']}) The network, next to <Code>params</Code> or in the query.
          </span>
        </li>
        {method.params.map((param, index) => (
          <li key={param.name} className="min-w-0">
            <p className="mb-2 text-sm">
              <code className="font-mono">
                {isPositional ? `params[${index}] ${param.name}` : `params.${param.name}`}
              </code>
              <span className="text-muted">
                {' '}
                {param.required ? '(required) ' : '(optional) '}
                <WithCode text={param.summary ?? ''} />
              </span>
            </p>
            <SchemaTable schema={param.schema} components={components} caption={`Fields of ${param.name}`} />
          </li>
        ))}
      </ol>
      <h2 className="mt-8 mb-2 font-semibold">Result</h2>
      <SchemaTable
        schema={method.result.schema}
        components={components}
        caption={`Fields of the result of ${method.name}`}
      />
      <h2 className="mt-8 mb-2 font-semibold">Errors</h2>
      <ul className="panel divide-y divide-line text-sm">
        {method.errors.map(({ code, message }) => (
          <li key={`${code} ${message}`} className="flex gap-4 px-4 py-2">
            <code className="w-16 shrink-0 font-mono text-[0.8125rem]">{code}</code>
            <span className="text-muted">{message}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
