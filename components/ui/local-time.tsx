'use client';

import { utcTime } from '@/lib/dashboard/format';
import { useScripted } from './a11y/use-scripted';

const FORMAT = { dateStyle: 'medium', timeStyle: 'long' } as const;

/**
 * A time in the locale and time zone of the browser. The server and the first drawing write it in UTC; the title and
 * the attribute `datetime` keep that form.
 * @param iso ISO 8601 UTC
 */
export function LocalTime({ iso }: { iso: string }) {
  const isScripted = useScripted();
  const utc = utcTime(iso);
  return (
    <time dateTime={iso} title={utc} className="tabular-nums">
      {isScripted ? new Intl.DateTimeFormat(undefined, FORMAT).format(new Date(iso)) : utc}
    </time>
  );
}
