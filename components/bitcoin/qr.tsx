import 'server-only';
import { encode } from 'uqr';

/** Modules of the quiet zone that a scanner needs on each side (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** An address as a QR code, dark on light in both themes, with its quiet zone. Drawn on the server. */
export function Qr({
  text,
  title,
  className = 'size-36',
}: {
  text: string;
  title: string;
  className?: string;
}) {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={`rounded border border-line bg-white ${className}`}
      role="img"
      shapeRendering="crispEdges"
      aria-label={title}
    >
      <title>{title}</title>
      <path d={barsOf(data)} stroke="#000" />
    </svg>
  );
}

/** Draws each run of dark modules as a bar, relative to the end of the one before, which takes the fewest bytes. */
function barsOf(modules: readonly (readonly boolean[])[]): string {
  // The middle of the line above the first.
  let end = { x: 0, y: -0.5 };
  const steps = modules.flatMap((row, line) =>
    [
      ...row
        .map((dark) => (dark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
    ].map(({ index, 0: run }) => {
      const y = line + 0.5;
      const step = `m${index - end.x} ${y - end.y}h${run.length}`;
      end = { x: index + run.length, y };
      return step;
    }),
  );
  return `M0-.5${steps.join('')}`;
}
