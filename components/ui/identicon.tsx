const SIZE = 5;

/** A small pattern derived from an address, which makes the address easier to recognize. */
export function Identicon({ address, className = 'size-9' }: { address: string; className?: string }) {
  let hash = 2_166_136_261;
  for (const character of address) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619) >>> 0;
  const hue = hash % 360;
  const cells = Array.from({ length: SIZE * SIZE }, (_, at) => at).filter((at) => {
    // The right half mirrors the left.
    const column = Math.min(at % SIZE, SIZE - 1 - (at % SIZE));
    return ((hash >>> (Math.floor(at / SIZE) * 3 + column)) & 1) === 1;
  });
  return (
    <svg
      viewBox={`-1 -1 ${SIZE + 2} ${SIZE + 2}`}
      aria-hidden="true"
      className={`shrink-0 rounded-md ${className}`}
      style={{ background: `hsl(${hue} 45% 88%)` }}
    >
      {cells.map((at) => (
        <rect
          key={at}
          x={at % SIZE}
          y={Math.floor(at / SIZE)}
          width="1.02"
          height="1.02"
          fill={`hsl(${hue} 55% 38%)`}
        />
      ))}
    </svg>
  );
}
