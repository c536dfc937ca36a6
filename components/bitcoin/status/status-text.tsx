import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import type { Verdict } from '@/lib/dashboard/bitcoin/chain-status/verdict';

const LOOK = {
  good: ['check', 'text-good'],
  caution: ['warning', 'text-caution'],
  bad: ['danger', 'font-medium text-bad'],
  none: [undefined, 'text-muted'],
} as const;

/** A short status with the icon and color of its tone. */
export function StatusText({ tone, children }: { tone: Verdict['tone'] | 'none'; children: ReactNode }) {
  const [icon, color] = LOOK[tone];
  return (
    <span className={`inline-flex items-start gap-1.5 text-sm ${color}`}>
      {icon && <Icon name={icon} className="mt-0.5 size-4 max-[359px]:hidden" />}
      <span>{children}</span>
    </span>
  );
}
