import { prettyJson } from '@/lib/json/pretty';
import type { OpenRpcDocument } from '@/lib/rpc/document/openrpc';
import { Playground } from './playground';

export type DocumentedMethod = OpenRpcDocument['methods'][number];

/** Returns the path of a method's page. */
export const methodHref = (name: string) => `/docs/${name}`;

/** Returns the name of the endpoint that serves a method. */
export const groupOf = (method: DocumentedMethod) =>
  method.servers[0]?.name === 'solana' ? 'solana' : 'evm-chain';

/** The methods in the groups in which pages list them. */
export function groupedMethods(methods: readonly DocumentedMethod[]) {
  const isDas = ({ name }: DocumentedMethod) => /^(get|search)/.test(name);
  return [
    { id: 'satchel-methods', title: 'Satchel', methods: methods.filter((method) => !isDas(method)) },
    {
      id: 'das-methods',
      title: 'Digital assets (DAS)',
      says: 'The Digital Asset Standard, an API for Solana NFTs and tokens that many providers share.',
      methods: methods.filter(isDas),
    },
  ];
}

type Props = {
  method: DocumentedMethod;
  /** Name of the call, used in labels. */
  title: string;
};

/** A playground with a method's documented example. */
export function MethodExample({ method, title }: Props) {
  const response = prettyJson({
    jsonrpc: '2.0',
    id: 1,
    ...(method['x-chainId'] === 'required' ? { chainId: method['x-request'].chainId } : {}),
    result: method.examples[0]?.result.value,
  });
  return (
    <Playground
      title={title}
      group={groupOf(method)}
      request={prettyJson(method['x-request'])}
      response={response}
    />
  );
}
