import type { CSSProperties } from 'react';
import { type SchemaLine, schemaLines } from '@/lib/dashboard/docs/schema-lines';
import { WithCode } from './with-code';

type Props = {
  schema: unknown;
  /** The schemas that `schema` references, by name. */
  components: Readonly<Record<string, unknown>>;
  caption: string;
};

/** Classes for the indentation of nested fields on phones. */
const INDENT = 'max-sm:pl-[calc(0.75rem+var(--depth)*0.75rem)]';

/** A JSON Schema as a table of fields, types and descriptions; nested fields are indented. */
export function SchemaTable({ schema, components, caption }: Props) {
  const lines = schemaLines(schema, components);
  if (lines.length === 0) return null;
  return (
    <div className="panel overflow-x-auto">
      <table className="stacks w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b text-left text-muted max-sm:sr-only">
            <th className="h-9 pl-4 font-medium">Field</th>
            <th className="px-2 font-medium">Type</th>
            <th className="px-2 pr-4 font-medium">Description</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map((line) => (
            <Line key={line.path} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ line: { path, name, depth, type, required, description } }: { line: SchemaLine }) {
  return (
    <tr className="align-baseline" style={{ '--depth': depth } as CSSProperties}>
      <td
        className={`py-1.5 pr-2 font-mono text-[0.8125rem] max-sm:pb-0 max-sm:[overflow-wrap:anywhere] ${INDENT} sm:pl-[calc(1rem+var(--depth)*1rem)]`}
        title={path}
      >
        {depth === 0 ? (
          name
        ) : (
          <>
            {/* The full path is only for screen readers, because the indentation shows it on screen. */}
            <span className="sr-only">{path}</span>
            <span aria-hidden="true">{name}</span>
          </>
        )}
      </td>
      <td
        // The minimum width fits most types on one line.
        className="min-w-40 px-2 py-1.5 font-mono text-muted text-xs [overflow-wrap:anywhere] max-sm:ml-auto max-sm:min-w-0 max-sm:pb-0"
      >
        {type}
        {!required && <span className="font-sans">, optional</span>}
      </td>
      <td className={`min-w-32 px-2 py-1.5 pr-4 text-muted max-sm:basis-full max-sm:pt-0 ${INDENT}`}>
        {description && <WithCode text={description} />}
      </td>
    </tr>
  );
}
