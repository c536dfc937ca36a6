import 'server-only';
import { encode } from 'uqr';

/** Width of the quiet zone on each side, in modules, as required by ISO/IEC 18004. */
const QUIET_ZONE = 4;

/** An address as a QR code, dark on light in both themes. Rendered on the server. */
export function Qr({ text, title }: { text: string; title: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className="mx-auto size-44 rounded border border-line bg-white"
      role="img"
      shapeRendering="crispEdges"
      aria-label={title}
    >
      <title>{title}</title>
      <path d={barsOf(data)} stroke="#000" />
    </svg>
  );
}

/** Returns an SVG path with a bar for each run of dark modules. Relative coordinates keep the path short. */
function barsOf(modules: readonly (readonly boolean[])[]): string {
  // Start of the path: the middle of the line above the first one.
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
