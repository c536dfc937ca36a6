'use client';

import { utcTime } from '@/lib/dashboard/format';
import { usePrinting } from '../ui/reach/use-printing';

/** Where and when a page was printed. */
export function PaperFoot() {
  if (!usePrinting()) return null;
  return (
    <p className="hidden pt-2 text-xs [overflow-wrap:anywhere] print:block">
      Satchel, {location.href}, printed{' '}
      <span className="whitespace-nowrap">{utcTime(new Date().toISOString())}</span>
    </p>
  );
}
