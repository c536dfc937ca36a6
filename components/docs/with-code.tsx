/** Inline code, which moves to the next line as a whole unless it is longer than a line. */
export const Code = ({ children }: { children: string }) => (
  <code className="inline-block max-w-full font-mono text-[0.8125rem]">{children}</code>
);

/** Shows Markdown code spans as code. */
export function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
    index % 2 === 0 ? part : <Code key={index}>{part}</Code>,
  );
}
