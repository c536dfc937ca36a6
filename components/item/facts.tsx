import type { ReactNode } from 'react';

export type Fact = [name: string, value: ReactNode];

/** Facts; false and undefined are not shown. */
export type FactList = readonly (Fact | false | undefined)[];

/** A list of names and values, one pair per line. */
export function Facts({ facts }: { facts: FactList }) {
  return (
    <dl className="divide-y divide-line text-sm">
      {facts
        .filter((fact) => !!fact)
        .map(([name, value]) => (
          <div
            key={name}
            className="grid grid-cols-[9rem_minmax(0,1fr)] items-baseline gap-x-3 py-1.5 max-sm:grid-cols-1 max-sm:gap-y-0"
          >
            <dt className="text-muted">{name}</dt>
            <dd className="flex min-w-0 flex-wrap items-center py-1 [overflow-wrap:anywhere] [&_:not(.copied-text-end)>.copy-mark]:-my-1">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** An item's name as the heading of the page, truncated to three lines. The title contains the full name. */
export function ItemTitle({ name }: { name: string }) {
  return (
    <h1 title={name} className="line-clamp-3 font-semibold text-2xl tracking-tight [overflow-wrap:anywhere]">
      <bdi>{name}</bdi>
    </h1>
  );
}

/** A page section with a heading; `end` is shown at the end of the heading's line. */
export function Section({ title, children, end }: { title: string; children: ReactNode; end?: ReactNode }) {
  return (
    <section className="break-inside-avoid-column pt-8">
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {end}
      </div>
      {children}
    </section>
  );
}
