import * as z from 'zod/mini';
import { ERROR_REASONS } from '@/lib/error-reasons';
import { MAINNET_CHAIN_ID } from '@/lib/solana/programs';
import type { Method } from '../define-method';
import { NODE_METHODS_RULE, nodeMethods } from '../node-methods';
import { RPC_ERRORS, type RpcErrorName } from '../rpc-errors';

/** Version and URL of the service in the document. */
export type ServiceInfo = { version: string; url: string };

/** The OpenRPC document, which consists of JSON values and bigints. */
export type OpenRpcDocument = ReturnType<typeof openRpcDocument>;

/**
 * Builds the OpenRPC 1.3 document from the methods' definitions (https://spec.open-rpc.org). A method's route is its
 * `servers` entry.
 */
export function openRpcDocument(methods: readonly Method[], info: ServiceInfo) {
  const schemas = new JsonSchemas();
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
    methods: methods.map((method) => methodEntry(method, info, schemas)),
    components: {
      schemas: schemas.components,
      errors: Object.fromEntries(
        Object.keys(RPC_ERRORS).map((name) => [name, errorEntry(name as RpcErrorName)]),
      ),
    },
    'x-node-methods': {
      server: 'solana',
      rule: NODE_METHODS_RULE,
      units: Object.fromEntries(nodeMethods.map(({ name, units }) => [name, units])),
      'only-with-all': nodeMethods.flatMap(({ name, level }) => (level === 'all' ? name : [])),
    },
    'x-reasons': ERROR_REASONS,
  };
}

function methodEntry(method: Method, info: ServiceInfo, schemas: JsonSchemas) {
  const { forms } = method;
  return {
    name: method.name,
    summary: method.summary,
    description: method.description,
    servers: [{ name: method.group, url: `${info.url}/${method.group}` }],
    paramStructure: 'either',
    params: method.params.map(({ name, summary, required, schema }) => ({
      name,
      summary,
      required,
      schema: schemas.of(schema, 'input'),
    })),
    result: { name: 'result', schema: schemas.of(method.result, 'output') },
    // Every method can return the last of these.
    errors: [...method.errors, 'methodNotAllowedForProject' as const].map(errorEntry),
    examples: [exampleOf(method)],
    'x-chainId': method.group === 'solana' ? 'required' : 'optional',
    'x-forms': forms && {
      flag: forms.flag,
      plain: schemas.of(forms.plain, 'output'),
      extended: schemas.of(forms.extended, 'output'),
    },
    'x-integers': method.integers?.flag,
    'x-request': {
      jsonrpc: '2.0',
      id: 1,
      chainId: method.example.chainId,
      method: method.name,
      params: method.example.params,
    },
  };
}

const errorEntry = (name: RpcErrorName) => ({ code: RPC_ERRORS[name].code, message: ERROR_MESSAGES[name] });

const ERROR_MESSAGES: Record<RpcErrorName, string> = {
  parseError: 'Not JSON, or not UTF-8',
  invalidRequest: 'Not a JSON-RPC request, or a batch that is empty or too long',
  methodNotAllowed: 'Only POST is supported',
  bodyTooLarge: 'The body is larger than 256 KiB',
  unsupportedMediaType: 'The content type is not JSON, or the body is compressed',
  methodNotFound: 'Unknown method',
  methodNotAllowedForProject: 'The project may not call this method; data.methods lists those it may call',
  invalidParams: 'Invalid params; data.path names the parameter',
  internalError: 'Internal error',
  unsupportedChain:
    'Unsupported chainId; data.supported lists the supported chains, and data.withoutEndpoint those that have no endpoint',
  upstreamUnavailable: 'An upstream is unavailable, after retries',
  unavailable: 'Shutting down or overloaded; wait for Retry-After',
  assetNotFound: 'No account with this id is an asset',
  limitExceeded: 'Limit exceeded; wait for data.retryAfterSeconds',
  costAboveBurst: 'The call costs more work units than the limit ever allows at once; do not retry',
  answerTooLarge: 'The response would exceed data.maxBytes; request less, do not retry',
  authenticationFailed: 'Authentication failed',
  crossOrigin: "The dashboard's endpoint accepts calls from its own pages only",
};

function exampleOf(method: Method) {
  const { params, result, chainId } = method.example;
  const named = Array.isArray(params)
    ? params.map((value: unknown, index) => [method.params[index]?.name, value])
    : Object.entries(params as object);
  return {
    name: `${method.name} on chain ${chainId}`,
    summary:
      chainId === MAINNET_CHAIN_ID
        ? 'An example of a response on mainnet; the sample network has no data for this method.'
        : `Chain ${chainId} is the sample network, which is built into the service and needs no endpoint.`,
    params: named.map(([name, value]) => ({ name, value })),
    result: { name: 'result', value: result },
  };
}

type JsonSchema = Record<string, unknown>;

/**
 * Collects the JSON Schemas (draft 7) of one OpenRPC document. Defines a schema with an id once, in `components`, and
 * references it with `$ref`.
 */
class JsonSchemas {
  /** The schemas that have an id, by id. */
  readonly components: Record<string, JsonSchema> = {};

  /** Returns the JSON Schema of a param (`input`) or result (`output`). A bigint is an integer on the wire. */
  of(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      definitions,
      ...own
    } = z.toJSONSchema(schema, {
      io,
      target: 'draft-7',
      unrepresentable: 'any',
      override: tidySchema,
    }) as JsonSchema;
    for (const [id, definition] of Object.entries((definitions ?? {}) as Record<string, JsonSchema>))
      this.components[id] ??= withRefs(definition) as JsonSchema;
    return withRefs(own) as JsonSchema;
  }
}

/** Corrects Zod's output for bigints and for the bounds of integers. */
export function tidySchema(written: { zodSchema: z.core.$ZodType; jsonSchema: object }): void {
  const { zodSchema } = written;
  const jsonSchema = written.jsonSchema as JsonSchema;
  if (zodSchema._zod.def.type === 'bigint') jsonSchema.type = 'integer';
  // Zod adds the range of safe integers to integers without bounds.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Copies a schema and redirects `$ref` from `#/definitions/` to `#/components/schemas/`. */
function withRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && typeof member === 'string'
        ? [key, member.replace('#/definitions/', '#/components/schemas/')]
        : [key, withRefs(member)],
    ),
  );
}
