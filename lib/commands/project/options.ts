import type { ProjectSettings } from '@/lib/projects/project-store';
import { methods as definitions } from '@/lib/rpc/methods';
import { nodeMethod } from '@/lib/rpc/node-methods';
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
function readTime(option: string, text: string, now: number): string {
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

/** Options of all commands, for `parseArgs`. */
export const OPTIONS = {
  name: { type: 'string' },
  expires: { type: 'string' },
  limit: { type: 'string' },
  methods: { type: 'string' },
  overlap: { type: 'string' },
  days: { type: 'string' },
} as const;

/** The options given on the command line. */
export type ProjectOptions = { [Name in keyof typeof OPTIONS]?: string | undefined };

const MAX_UNITS = 1_000_000_000;

/**
 * Checks that all given options are supported by the command.
 * @throws UsageError for other options
 */
export function rejectOtherOptions(
  command: string,
  options: ProjectOptions,
  allowed: readonly (keyof ProjectOptions)[],
): void {
  for (const name of Object.keys(OPTIONS) as (keyof ProjectOptions)[])
    if (options[name] !== undefined && !allowed.includes(name))
      throw new UsageError(`'${command}' has no option --${name}`);
}

/**
 * Converts the given options to a project's settings. Omits settings whose options are not given.
 * @throws UsageError
 */
export function readProjectSettings(
  { name, expires, limit, methods }: ProjectOptions,
  now: number,
): Partial<ProjectSettings> {
  return {
    ...(name === undefined ? {} : { name: readName(name) }),
    ...(expires === undefined ? {} : { keyExpiresAt: readExpiry(expires, now) }),
    ...(limit === undefined ? {} : { unitsPerSecond: readLimit(limit) }),
    ...(methods === undefined ? {} : { methods: readMethods(methods) }),
  };
}

/**
 * Returns a project's name if it has at most 100 characters.
 * @throws UsageError
 */
export function readName(name: string): string {
  if (name.length > 100) throw new UsageError('A project name can have at most 100 characters');
  return name;
}

/**
 * Converts an expiry option to an ISO 8601 time, or null for a key that never expires.
 * @throws UsageError
 */
export const readExpiry = (text: string, now: number): string | null =>
  text === 'never' ? null : readTime('--expires', text, now);

/**
 * Parses a whole number of days from 1 to `most`.
 * @throws UsageError
 */
export function readDays(text: string, most: number): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= most) return days;
  throw new UsageError(`--days: expected a whole number from 1 to ${most}, got "${text}"`);
}

function readLimit(text: string): number | null {
  if (text === 'default') return null;
  const limit = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (limit <= MAX_UNITS) return limit;
  throw new UsageError(
    `--limit: expected work units per second from 0 (unlimited) to ${MAX_UNITS}, or "default", got "${text}"`,
  );
}

function readMethods(text: string): string[] | null {
  if (text === 'all') return null;
  const known = definitions.map(({ name }) => name);
  const named = text.split(',').map((name) => name.trim());
  const unknown = named.find((name) => !known.includes(name) && nodeMethod(name) === undefined);
  if (unknown !== undefined)
    throw new UsageError(
      `--methods: expected "all", or some of ${known.join(',')} and of a node's methods, got "${unknown}"`,
    );
  return [...new Set([...known.filter((name) => named.includes(name)), ...named])];
}
