import type { CSSProperties, ReactNode } from 'react';

type Props = { text: string; label: string; isJson?: boolean };

/** Code or JSON in a box that can be scrolled, also by keyboard. Long lines wrap. */
export function CodeBlock({ text, label, isJson = false }: Props) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
      className="scrolls-y max-h-[32rem] rounded-b-lg p-4"
    >
      <pre
        className={`whitespace-pre-wrap font-mono text-xs leading-5 ${isJson ? 'break-all' : '[overflow-wrap:anywhere]'}`}
      >
        {isJson ? <ColoredJson text={text} /> : text}
      </pre>
    </section>
  );
}

/** Characters that are colored; the rest of a longer text is plain, because each token is an element. */
const MAX_COLORED = 20_000;

/** A string (with the colon after a key), a literal or a number. A string that is cut off extends to the end. */
const TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/g;

/**
 * JSON with colored keys, strings, numbers and literals, in which a line that wraps stays indented. Other text is shown
 * as it is.
 */
export function ColoredJson({ text }: { text: string }) {
  const end = text.length > MAX_COLORED ? text.lastIndexOf('\n', MAX_COLORED) + 1 : text.length;
  return (
    <>
      {text
        .slice(0, end)
        .split(/\n(?!$)/)
        .map((line, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity.
            key={at}
            className="block pl-(--indent) [text-indent:calc(-1*var(--indent))]"
            style={{ '--indent': indentOf(line) } as CSSProperties}
          >
            {coloredLine(line)}
          </span>
        ))}
      {text.slice(end)}
    </>
  );
}

/** Returns where a line that wraps continues: one step after its own indentation, but not far to the right. */
const indentOf = (line: string) => `${Math.min(24, line.length - line.trimStart().length + 2)}ch`;

function coloredLine(line: string): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: token, 1: string, 2: colon, index } of line.matchAll(TOKEN)) {
    const word = string ?? token;
    parts.push(line.slice(end, index));
    parts.push(
      <span
        key={index}
        className={colon !== undefined ? 'text-accent' : string === undefined ? 'text-caution' : 'text-good'}
      >
        {word}
      </span>,
    );
    end = index + word.length;
  }
  return [...parts, line.slice(end)];
}
