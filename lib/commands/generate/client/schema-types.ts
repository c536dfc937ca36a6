/** The keywords of a JSON Schema that determine the TypeScript type. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  description?: string;
};

/** Where a type is used. Types of params (`sent`) allow readonly arrays and undefined members. */
export type Direction = 'sent' | 'answered';

/** Converts a schema to a TypeScript type. */
export function typeOf(schema: Schema, direction: Direction, indent = ''): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.allOf?.[0] !== undefined) return typeOf(schema.allOf[0], direction, indent);
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((each) => typeOf(each, direction, indent)))].join(' | ');
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, direction, indent)).join(' | ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array': {
      const item = typeOf(schema.items ?? {}, direction, indent);
      const list = `${item.includes(' ') ? `(${item})` : item}[]`;
      return direction === 'sent' ? `readonly ${list}` : list;
    }
    case 'object':
      return schema.properties === undefined
        ? '{ [name: string]: JsonValue }'
        : `{\n${membersOf(schema, direction, `${indent}  `)}${indent}}`;
    default:
      throw new Error(`The schema ${JSON.stringify(schema)} has no TypeScript equivalent`);
  }
}

/** Returns the members of an object schema with their descriptions. */
export function membersOf(schema: Schema, direction: Direction, indent: string): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, member]) => {
      const isRequired = schema.required?.includes(name) ?? false;
      const type = typeOf(member, direction, indent);
      const orUndefined = !isRequired && direction === 'sent' ? ' | undefined' : '';
      return `${comment(member.description, indent)}${indent}${name}${isRequired ? '' : '?'}: ${type}${orUndefined};\n`;
    })
    .join('');
}

/** Formats a description as a doc comment. */
export const comment = (text: string | undefined, indent = ''): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;

/** Returns the type name of a `$ref`. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);
