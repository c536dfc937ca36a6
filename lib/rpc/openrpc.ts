import * as z from 'zod/mini';
import type { Method } from './define-method';
import { RPC_ERRORS } from './errors';

/** What the document says of the service besides its methods. */
export type ServiceInfo = { version: string; url: string };

/**
 * The OpenRPC 1.3 document of the methods, made from their definitions (https://spec.open-rpc.org).
 * A method's route is its `servers` entry.
 */
export function openRpcDocument(methods: readonly (Method & { wireName: string })[], info: ServiceInfo) {
  return {
    openrpc: '1.3.2',
    info: {
      title: 'Satchel',
      version: info.version,
      description:
        'What a Solana account holds, and which ERC-4337 smart account belongs to a Bitcoin key. JSON-RPC 2.0 over HTTP POST with HTTP Basic authentication (project id and server key).',
      license: { name: 'MIT' },
    },
    servers: [
      { name: 'solana', url: `${info.url}/solana` },
      { name: 'evm-chain', url: `${info.url}/evm-chain` },
    ],
    methods: methods.map((method) => ({
      name: method.wireName,
      summary: method.summary,
      description: method.description,
      servers: [{ name: method.group, url: `${info.url}/${method.group}` }],
      paramStructure: 'either',
      params: method.params.map(({ name, summary, required, schema }) => ({
        name,
        summary,
        required,
        schema: jsonSchema(schema, 'input'),
      })),
      result: { name: 'result', schema: jsonSchema(method.result, 'output') },
      errors: [...method.errors, ...ERRORS_OF_ALL].map((name) => ({
        code: RPC_ERRORS[name].code,
        message: ERROR_MESSAGES[name],
      })),
      examples: [exampleOf(method)],
      'x-chainId': method.chainId,
      'x-request': {
        jsonrpc: '2.0',
        id: 1,
        chainId: method.example.chainId,
        method: method.wireName,
        params: method.example.params,
      },
    })),
  };
}

const ERROR_MESSAGES: Record<keyof typeof RPC_ERRORS, string> = {
  parseError: 'Not JSON, or not UTF-8',
  invalidRequest: 'Not a JSON-RPC request, or a batch that is empty or too long',
  methodNotAllowed: 'Only POST is served',
  bodyTooLarge: 'The body is larger than 256 KiB',
  unsupportedMediaType: 'The content type is not JSON, or the body is compressed',
  methodNotFound: 'Unknown method',
  methodNotAllowedForProject: 'The project may not call this method (method-not-allowed-for-project)',
  invalidParams: 'Invalid params',
  internalError: 'Internal error',
  unsupportedChain: 'Unsupported chainId',
  upstreamUnavailable: 'An upstream node did not answer, after retries',
  unavailable: 'Shutting down or overloaded',
  limitExceeded: 'Limit exceeded',
  answerTooLarge: 'The answer would be larger than MAX_ANSWER_BYTES',
  authenticationFailed: 'Authentication failed',
  crossOrigin: 'The dashboard answers its own pages only',
};

/** What a caller may be told whichever method it calls. */
const ERRORS_OF_ALL = ['methodNotAllowedForProject'] as const;

function exampleOf(method: Method) {
  const { params, result, chainId } = method.example;
  const values: unknown[] = Array.isArray(params) ? params : [params];
  return {
    name: `${method.name} on chain ${chainId}`,
    params: values.map((value, index) => ({
      name: method.params[Math.min(index, method.params.length - 1)]?.name ?? `param${index}`,
      value,
    })),
    result: { name: 'result', value: result },
  };
}

/** JSON Schema of a noun; a bigint is an integer on the wire, exact to 2^64-1. */
function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'bigint') jsonSchema.type = 'integer';
    },
  });
  return rest;
}
