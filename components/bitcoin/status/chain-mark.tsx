/** The first letter of a chain's name in a circle, as decoration next to the name. */
export function ChainMark({ name, className = '' }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-5 shrink-0 place-items-center rounded-full border border-line bg-sunken font-medium text-[0.625rem] text-muted leading-none ${className}`}
    >
      {name.slice(0, 1)}
    </span>
  );
}
