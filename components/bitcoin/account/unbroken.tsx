/** A sentence in which names of standards, such as "EIP-55", do not break at the hyphen. */
export function Unbroken({ text }: { text: string }) {
  return text.split(/\b([A-Z]{3}-\d+)/).map((part, i) =>
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
      <span key={i} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
