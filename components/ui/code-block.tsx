/** Code or JSON in a box of its own: a long line is broken, a long text scrolls, by keyboard too. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
      className="scrolls-y max-h-[32rem] p-4"
    >
      <pre className="whitespace-pre-wrap font-mono text-xs leading-5 [overflow-wrap:anywhere]">{text}</pre>
    </section>
  );
}
