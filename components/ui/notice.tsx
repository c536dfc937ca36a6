import type { ReactNode } from 'react';

/** A state that is not a result: empty, refused, failed; says what to do next. */
export function Notice({
  title,
  children,
  tone = 'plain',
}: {
  title: string;
  children?: ReactNode;
  tone?: 'plain' | 'bad';
}) {
  return (
    <section
      role={tone === 'bad' ? 'alert' : undefined}
      className={`rounded-lg border px-5 py-6 ${tone === 'bad' ? 'border-bad bg-bad-soft' : 'border-line bg-raised'}`}
    >
      <h2 className="font-semibold">{title}</h2>
      {children && <div className="mt-1 text-muted text-sm">{children}</div>}
    </section>
  );
}
