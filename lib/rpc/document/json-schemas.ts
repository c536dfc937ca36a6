import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;

/**
 * Collects the JSON Schemas (draft 7) of one OpenRPC document. Defines a schema with an id once, in `components`, and
 * references it with `$ref`.
 */
export class JsonSchemas {
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
