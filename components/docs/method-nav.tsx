import type { ReactNode } from 'react';
import { PageLink } from '@/components/ui/page-link';
import { Icon } from '../ui/icon';
import { type DocumentedMethod, groupedMethods, methodHref } from './method-example';

type Props = {
  methods: readonly DocumentedMethod[];
  /** Name of the method whose page this is. */
  current?: string | undefined;
  children: ReactNode;
};

/** A page about the API next to a list of all methods. In narrow windows the list is folded above the page. */
export function WithMethodNav({ methods, current, children }: Props) {
  const links = <MethodLinks methods={methods} current={current} />;
  return (
    <div className="grid gap-x-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav
        aria-label="Methods"
        className="text-sm max-lg:hidden lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto lg:pt-2 print:hidden"
      >
        {links}
      </nav>
      <details className="panel mb-4 px-4 text-sm lg:hidden print:hidden">
        <summary className="flex min-h-11 items-center justify-between gap-2 font-medium">
          All methods
          <Icon name="down" className="size-3.5 text-muted" />
        </summary>
        <nav aria-label="Methods" className="pb-3">
          {links}
        </nav>
      </details>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

function MethodLinks({ methods, current }: Omit<Props, 'children'>) {
  return (
    <>
      {groupedMethods(methods).map(({ id, title, methods: group }) => (
        <div key={id} className="mb-3">
          <p className="mb-1 text-muted">{title}</p>
          <ul className="grid gap-0.5">
            {group.map(({ name }) => (
              <li key={name}>
                <PageLink
                  href={methodHref(name)}
                  aria-current={name === current ? 'page' : undefined}
                  className={`inline-block break-all py-0.5 pointer-coarse:py-2.5 font-mono text-xs tracking-tight ${name === current ? 'font-semibold' : 'link'}`}
                >
                  {name}
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <PageLink href="/docs#node-methods" className="link inline-block pointer-coarse:py-2.5">
        Node methods
      </PageLink>
    </>
  );
}
