import { UsageError } from '../terminal/io';

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Maximum duration that an option accepts, in ms: ten years. */
const MAX_MS = 3_660 * UNITS.d;

/**
 * Parses a duration such as `90d`, `24h` or `30m`; returns ms.
 * @throws UsageError
 */
export function readDuration(option: string, text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,7})([mhd])$/.exec(text) ?? [];
  const ms = Number(digits) * (UNITS[unit as keyof typeof UNITS] ?? 0);
  if (ms > 0 && ms <= MAX_MS) return ms;
  throw new UsageError(`${option}: expected a time such as 30m, 24h or 90d, up to 3660d, got "${text}"`);
}

/**
 * Parses a future time: a day (its start in UTC), an ISO 8601 time with a time zone, or a duration from now.
 * @returns ISO 8601, UTC
 * @throws UsageError
 */
export function readTime(option: string, text: string, now: number): string {
  const time = /^\d+[a-z]$/.test(text) ? now + readDuration(option, text) : calendarTime(text);
  if (Number.isNaN(time))
    throw new UsageError(
      `${option}: expected a day such as 2027-01-01, a time such as 2027-01-01T12:00:00Z, or 90d, got "${text}"`,
    );
  if (time <= now) throw new UsageError(`${option}: ${text} is in the past`);
  if (time > now + MAX_MS) throw new UsageError(`${option}: ${text} is more than ten years away`);
  return new Date(time).toISOString();
}

/** Parses a time; returns NaN if it is invalid. `Date.parse` would accept February 30 as March 2. */
function calendarTime(text: string): number {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  if (day === undefined) return Number.NaN;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return isDay ? Date.parse(text) : Number.NaN;
}
