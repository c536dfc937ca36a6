/** A sentence in which no name of a standard ("EIP-55") breaks at its hyphen. */
export function Unbroken({ text }: { text: string }) {
  return text.split(/\b([A-Z]{3}-\d+)/).map((part, i) =>
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never change places
      <span key={i} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
