import { qrCode } from '@/lib/dashboard/qr-code';

/** An address as a QR code, dark on light in both themes, with its quiet zone. */
export function Qr({
  text,
  title,
  className = 'size-36',
}: {
  text: string;
  title: string;
  className?: string;
}) {
  const rows = qrCode(text);
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${rows.length + 8} ${rows.length + 8}`}
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
