'use client';

import type { ReactNode } from 'react';
import { Icon } from '../ui/icon';

type Props = {
  id?: string;
  label: string;
  summary: ReactNode;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
};

/** A folded section below a list, whose content is requested when it is opened. */
export const RequestedSection = ({ id, label, summary, onToggle, children }: Props) => (
  <section aria-label={label} className="noscript:hidden print:hidden">
    <details
      id={id}
      className="mt-4 rounded-md border border-line bg-raised text-sm"
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary className="flex min-h-9 pointer-coarse:min-h-11 items-center justify-between gap-x-2 px-4 py-1.5 text-accent">
        {summary}
        <Icon name="down" className="size-3.5" />
      </summary>
      <div className="border-line border-t px-4 py-3" aria-live="polite">
        {children}
      </div>
    </details>
  </section>
);
