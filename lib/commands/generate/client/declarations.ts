import { readFileSync } from 'node:fs';
import { ERROR_REASONS } from '@/lib/error-reasons';
import type { OpenRpcDocument } from '@/lib/rpc/document/openrpc';
import { comment, membersOf, nameOf, type Schema, typeOf } from './schema-types';

const HEAD = readFileSync('lib/commands/generate/client/types-head.txt', 'utf8');

type Entry = OpenRpcDocument['methods'][number];

/** Returns a method's name in the client: its wire name without the prefix. */
export const clientName = (wireName: string): string => wireName.replace(/^svc_/, '');

/** Generates the text of `client.d.ts`. */
export function declarations({ methods, components }: OpenRpcDocument): string {
  const schemas = components.schemas as Record<string, Schema>;
  const sent = sentNames(methods, schemas);
  const types = Object.entries(schemas)
    .filter(([, { format }]) => format !== 'uint64')
    .map(([name, schema]) => {
      const type = typeOf(schema, sent.has(name) ? 'sent' : 'answered');
      return `${comment(schema.description)}export type ${name} = ${type};\n`;
    });
  return [
    HEAD,
    reasons(),
    ...types,
    ...methods.map(paramsType),
    `/** The methods by their client name: the wire name without its prefix. */\nexport interface Methods {\n${methods.map(methodsMember).join('')}}\n`,
    `export interface Client {\n${methods.map(clientMember).join('')}${BATCH}${RPC}}\n`,
  ].join('\n');
}

const BATCH = `  /**
   * Makes 1 to 100 calls in one request, answered in order and independently. Rate-limited items are retried.
   * Rejects only if \`signal\` is aborted or the list is not a valid batch.
   */
  batch<const Items extends readonly BatchItem[]>(
    items: Items,
    call?: CallOptions,
  ): Promise<{ -readonly [I in keyof Items]: OutcomeOf<Items[I]> }>;
`;

const RPC = `  /**
   * Makes a call to the node of a Solana chain, which the service forwards unchanged (\`SOLANA_FORWARD_<chainId>\`).
   * Methods other than reads are not repeated. An error of the node has its \`code\`, and its \`data\` if it is an object.
   */
  rpc(method: string, params: readonly unknown[], call: CallOptions & { chainId: number }): Promise<unknown>;
`;

function reasons(): string {
  const words = Object.keys(ERROR_REASONS).map((reason) => `\n  | '${reason}'`);
  return `/** All values of \`data.reason\`; \`/llms.txt\` explains them. */\nexport type ErrorReason =${words.join('')};\n`;
}

/** Returns the names of all schemas that params refer to, directly or through other schemas. */
function sentNames(methods: readonly Entry[], schemas: Record<string, Schema>): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as Schema;
    if ($ref !== undefined && !names.has(nameOf($ref))) {
      names.add(nameOf($ref));
      visit(schemas[nameOf($ref)]);
    }
    for (const member of Object.values(value)) visit(member);
  };
  for (const { params } of methods) visit(params);
  return names;
}

/** Converts a name to Pascal case: `aa_getBTCAccount` becomes `AaGetBTCAccount`. */
export const pascal = (name: string) =>
  name
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

const paramsName = (method: Entry) => `${pascal(clientName(method.name))}Params`;

function paramsType(method: Entry): string {
  const chainId: Schema = { type: 'integer', description: 'The chain to query.' };
  const own = method.params.map(({ name, summary, schema }) => {
    const $ref = (schema as Schema).$ref;
    return [
      name,
      { ...($ref === undefined ? schema : { allOf: [{ $ref }] }), description: summary },
    ] as const;
  });
  const required = method.params.flatMap(({ name, required }) => (required ? [name] : []));
  const schema: Schema = {
    properties: { chainId, ...Object.fromEntries(own) },
    required: method['x-chainId'] === 'required' ? ['chainId', ...required] : required,
  };
  return `${comment(`Parameters of \`${clientName(method.name)}\`.`)}export interface ${paramsName(method)} {\n${membersOf(schema, 'sent', '  ')}}\n`;
}

function methodsMember(method: Entry): string {
  const params = paramsName(method);
  const { 'x-forms': forms, 'x-integers': integers } = method;
  const lines =
    forms === undefined
      ? [`result: ${typeOf(method.result.schema as Schema, 'answered')};`]
      : [
          `plain: ${typeOf(forms.plain as Schema, 'answered')};`,
          `extended: ${typeOf(forms.extended as Schema, 'answered')};`,
          `whenPlain: ${params} & ${without(method, forms.flag, 'false | undefined')};`,
          `whenExtended: ${params} & ${flagged(forms.flag, 'true')};`,
        ];
  if (integers !== undefined)
    lines.push(
      `whenStrings: ${params} & ${flagged(integers, "'string'")};`,
      `whenNumbers: ${params} & ${without(method, integers, 'undefined')};`,
    );
  const text = [`params: ${params};`, ...lines].map((line) => `    ${line}\n`).join('');
  return `  ${clientName(method.name)}: {\n${text}  };\n`;
}

/** Returns the type of params in which a flag, such as `options.extended`, has the type `value`. */
const flagged = (flag: string, value: string) =>
  flag.split('.').reduceRight((inner, name) => `{ ${name}: ${inner} }`, value);

/** Returns the type of a method's params in which a flag is omitted or has the type `value`. */
function without(method: Entry, flag: string, value: string): string {
  const [param = '', name] = flag.split('.');
  if (name === undefined) return `{ ${param}?: ${value} }`;
  const isRequired = method.params.some((one) => one.name === param && one.required);
  const inner = `{ ${name}?: ${value} }`;
  return isRequired ? `{ ${param}: ${inner} }` : `{ ${param}?: ${inner} | undefined }`;
}

/** Writes a method of the client: one overload for each form of the result, and one for params of any form. */
function clientMember(method: Entry): string {
  const name = clientName(method.name);
  const of = (key: string) => `Methods['${name}']['${key}']`;
  const { 'x-forms': forms, 'x-integers': integers } = method;
  const results =
    forms === undefined
      ? [{ when: [of('params')], result: of('result') }]
      : [
          { when: [of('whenExtended')], result: of('extended') },
          { when: [of('whenPlain')], result: of('plain') },
          { when: [of('params')], result: `${of('plain')} | ${of('extended')}` },
        ];
  const overloads =
    integers === undefined
      ? results
      : [
          ...results.map(({ when, result }) => ({
            when: [...when, of('whenStrings')],
            result: `StringIntegers<${result}>`,
          })),
          ...results.map(({ when, result }) => ({ when: [...when, of('whenNumbers')], result })),
        ];
  const about = `  /**\n   * ${method.summary}: \`${method.name}\` on the wire.\n   *\n   * ${method.description}\n   */\n`;
  return overloads
    .map(
      ({ when, result }) =>
        `${about}  ${name}(params: ${when.join(' & ')}, call?: CallOptions): Promise<${result}>;\n`,
    )
    .join('');
}
