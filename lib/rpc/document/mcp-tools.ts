import * as z from 'zod/mini';
import type { Method, MethodGroup } from '../define-method';
import { tidySchema } from './openrpc';

/** A method as a tool of the Model Context Protocol. */
export type McpTool = {
  /** The method's name. */
  name: string;
  title: string;
  description: string;
  /** Arguments: the method's params by name, and `chainId`. */
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  annotations: { readOnlyHint: true; idempotentHint: true; openWorldHint: true };
};

/** Converts a method to a tool. */
export function mcpTool(method: Method): McpTool {
  const chainId = method.group === 'solana' ? z.int() : z.optional(z.int());
  const params = method.params.map(({ name, required, schema }) => [
    name,
    required ? schema : z.optional(schema),
  ]);
  const { $schema: _, ...inputSchema } = z.toJSONSchema(
    z.object({ chainId, ...Object.fromEntries(params) }),
    {
      io: 'input',
      unrepresentable: 'any',
      override: tidySchema,
    },
  );
  const described = { chainId: CHAIN_IDS[method.group], ...summaries(method) };
  for (const [name, description] of Object.entries(described))
    Object.assign(inputSchema.properties?.[name] ?? {}, { description });
  return {
    name: method.name,
    title: method.summary,
    description: method.description,
    inputSchema: { ...inputSchema, type: 'object' },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
  };
}

const summaries = ({ params }: Method) =>
  Object.fromEntries(params.map(({ name, summary }) => [name, summary]));

const CHAIN_IDS: Record<MethodGroup, string> = {
  solana: 'Solana chain: 101 mainnet, 102 testnet, 103 devnet, 104 the built-in sample network.',
  'evm-chain': 'EVM chain id, such as 1 for Ethereum mainnet.',
};
