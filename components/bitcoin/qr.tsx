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
  // A bar for each run of dark modules: a page holds several codes, each of hundreds of modules.
  const path = data
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '#' : ' '))
          .join('')
          .matchAll(/#+/g),
      ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1H${index}z`),
    )
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={`rounded border border-line bg-white ${className}`}
      role="img"
      shapeRendering="crispEdges"
      aria-label={title}
    >
      <title>{title}</title>
      <path d={path} fill="#000" />
    </svg>
  );
}
