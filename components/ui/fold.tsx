import type { ReactNode } from 'react';
import { Icon } from './icon';

type Props = {
  title: string;
  /** Element id, for links to the section. */
  id?: string;
  isOpen?: boolean;
  children: ReactNode;
};

/** A collapsible section, which is expanded in print. */
export function Fold({ title, id, isOpen = false, children }: Props) {
  return (
    <details id={id} className="open-on-paper group border-line border-t" open={isOpen}>
      <summary className="flex min-h-12 items-center gap-2 font-semibold hover:text-accent">
        <Icon name="down" className="size-3.5 -rotate-90 text-muted group-open:rotate-0" />
        <h2>{title}</h2>
      </summary>
      <div className="pt-1 pb-6">{children}</div>
    </details>
  );
}
