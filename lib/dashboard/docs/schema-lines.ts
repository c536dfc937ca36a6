import { isJsonObject } from '@/lib/json/json-object';
/** A field of a JSON Schema, as a row of a table. */
export type SchemaLine = {
  path: string;
  name: string;
  depth: number;
  type: string;
  required: boolean;
  description: string;
};

type Schema = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 4;

/**
 * Lists the fields of an object schema, each followed by its nested fields. If a schema has alternatives, lists only
 * the fields of the first.
 * @param components the schemas that can be referenced, by name
 */
export function schemaLines(schema: unknown, components: Schema): SchemaLine[] {
  if (!isJsonObject(schema)) return [];
  const lines: SchemaLine[] = [];
  const resolve = (value: unknown): Schema => {
    if (!isJsonObject(value)) return {};
    const name = typeof value.$ref === 'string' ? value.$ref.split('/').pop() : undefined;
    if (name === undefined) return value;
    const found = components[name];
    return isJsonObject(found) ? { ...found, ...value } : value;
  };
  const fields = (value: unknown, path: string, depth: number): void => {
    const object = objectOf(resolve(value), resolve);
    if (object === undefined || depth > MAX_DEPTH) return;
    const required = Array.isArray(object.required) ? (object.required as unknown[]) : [];
    for (const [name, raw] of Object.entries(isJsonObject(object.properties) ? object.properties : {})) {
      const member = resolve(raw);
      lines.push({
        path: `${path}${name}`,
        name,
        depth,
        type: typeOf(member, resolve),
        required: required.includes(name),
        description: typeof member.description === 'string' ? member.description : '',
      });
      fields(member, `${path}${name}.`, depth + 1);
    }
  };
  fields(schema, '', 0);
  return lines;
}

/**
 * Finds the object schema within a schema: the schema itself, the items of an array, the values of a record, or the
 * first alternative.
 */
function objectOf(schema: Schema, resolve: (value: unknown) => Schema): Schema | undefined {
  if (isJsonObject(schema.properties)) return schema;
  if (isJsonObject(schema.items)) return objectOf(resolve(schema.items), resolve);
  if (isJsonObject(schema.additionalProperties))
    return objectOf(resolve(schema.additionalProperties), resolve);
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    for (const form of Array.isArray(schema[key]) ? (schema[key] as unknown[]) : []) {
      const found = objectOf(resolve(form), resolve);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Returns a short name for a schema's type. */
function typeOf(schema: Schema, resolve: (value: unknown) => Schema): string {
  const values: unknown[] | undefined = Array.isArray(schema.enum)
    ? schema.enum
    : schema.const !== undefined
      ? [schema.const]
      : undefined;
  // A single value looks like the name of a type: "string".
  if (values)
    return `${values.length === 1 ? 'only ' : ''}${values.map((value) => JSON.stringify(value)).join(' | ')}`;
  // In JSON Schema draft 7, a reference with its own description is wrapped in `allOf`.
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    if (Array.isArray(schema[key]))
      return [...new Set((schema[key] as unknown[]).map((form) => typeOf(resolve(form), resolve)))].join(
        ' | ',
      );
  }
  if (schema.type === 'array') return `${typeOf(resolve(schema.items), resolve)}[]`;
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  return typeof schema.type === 'string' ? schema.type : isJsonObject(schema.properties) ? 'object' : 'any';
}
