import { PageLink } from '@/components/ui/page-link';
import type { Example } from '@/lib/dashboard/search/examples';

/** Links to example pages, with what each shows. */
export const ExampleList = ({ examples }: { examples: readonly Example[] }) => (
  <ul className="divide-y divide-line border-line border-y">
    {examples.map(({ href, name, says }) => (
      <li key={href}>
        <PageLink
          href={href}
          className="flex min-h-10 items-center justify-between gap-x-4 text-sm hover:bg-sunken max-sm:flex-col max-sm:items-start max-sm:py-1.5"
        >
          <span className="font-medium text-accent">{name}</span>
          <span className="text-muted">{says}</span>
        </PageLink>
      </li>
    ))}
  </ul>
);
