/** Code or JSON in a box that can be scrolled, also by keyboard. In print, long lines wrap. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
      className="scrolls-y max-h-[32rem] rounded-b-lg p-4"
    >
      <pre className="w-fit font-mono text-xs leading-5 print:whitespace-pre-wrap print:[overflow-wrap:anywhere]">
        {text}
      </pre>
    </section>
  );
}
