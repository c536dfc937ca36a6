import type * as z from 'zod/mini';

/**
 * Copies a result and converts its 64-bit integers to decimal strings: all members that the schema declares as bigints,
 * even if small, and all bigints elsewhere, such as in an off-chain document.
 * @param schema schema of the value; undefined if it is not known
 */
export function withStringIntegers(value: unknown, schema?: z.core.$ZodType): unknown {
  const declared = schema === undefined ? undefined : declaredBy(schema);
  if (typeof value === 'bigint' || (typeof value === 'number' && declared?.type === 'bigint'))
    return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const element = declared?.type === 'array' ? declared.element : undefined;
    return value.map((each) => withStringIntegers(each, element));
  }
  const shape = declared?.type === 'object' ? declared.shape : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withStringIntegers(member, shape?.[name])]),
  );
}

/** Removes the optional and nullable wrappers of a schema and returns the definition of the inner schema. */
function declaredBy(schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'optional' || def.type === 'nullable' ? declaredBy(def.innerType) : def;
}
