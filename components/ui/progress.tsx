/** Progress of a long task; indeterminate if `total` is 0. */
export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const known = total > 0;
  const share = known ? Math.min(100, Math.round((done / total) * 100)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={known ? total : undefined}
      aria-valuenow={known ? done : undefined}
      className="h-1 w-full overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={`h-full rounded-full bg-accent transition-[width] duration-200 ${known ? '' : 'skeleton w-1/4'}`}
        style={known ? { width: `${share}%` } : undefined}
      />
    </div>
  );
}
