import { ColoredJson } from './colored-json';

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
      <pre className="whitespace-pre-wrap break-all font-mono text-xs leading-5">
        {isJson ? <ColoredJson text={text} /> : text}
      </pre>
    </section>
  );
}
