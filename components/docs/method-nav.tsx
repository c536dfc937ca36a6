import Link from 'next/link';
import type { ReactNode } from 'react';
import { type Method, methodHref } from './method-call';

type Props = {
  methods: readonly Method[];
  /** Name of the method whose page this is. */
  current?: string;
  children: ReactNode;
};

/** A page about the API next to a list of all methods; narrow windows have no room for the list. */
export function WithMethodNav({ methods, current, children }: Props) {
  return (
    <div className="grid gap-x-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav
        aria-label="Methods"
        className="text-sm max-lg:hidden lg:sticky lg:top-6 lg:self-start lg:pt-2 print:hidden"
      >
        <p className="mb-2 text-muted">Methods</p>
        <ul className="grid gap-0.5">
          {methods.map(({ name }) => (
            <li key={name}>
              <Link
                prefetch={false}
                href={methodHref(name)}
                aria-current={name === current ? 'page' : undefined}
                className={`inline-block break-all py-0.5 font-mono text-xs tracking-tight ${name === current ? 'font-semibold' : 'link'}`}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
