/** Code or JSON in a box of its own that scrolls, by keyboard too. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
      className="max-h-[32rem] overflow-auto p-4"
    >
      <pre className="font-mono text-xs leading-5">{text}</pre>
    </section>
  );
}
