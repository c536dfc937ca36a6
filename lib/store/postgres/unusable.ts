import { UnusableSettingError } from '@/lib/errors';

/** What codes of Node and Postgres (Appendix A of its manual) mean to whoever starts the service. */
const MEANINGS: readonly [code: RegExp, meaning: string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its name is not known'],
  [/^ECONNREFUSED$/, 'nothing listens there'],
  [/^(ETIMEDOUT|CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH)$/, 'it does not answer'],
  [/^(CONNECTION_|ECONNRESET|EPIPE)/, 'it closed the connection'],
  [/^28/, 'it refuses the user or the password'],
  [/^3D000$/, 'there is no such database'],
  [/^42501$/, 'the user may not do this'],
  [/^25006$/, 'it is read-only'],
  [/^53/, 'it has no room'],
  [/^57P/, 'it is starting up or shutting down'],
  [/CERT|TLS|SSL|ALTNAME|ISSUER|SIGNATURE/, 'its certificate is not accepted'],
];

/**
 * The error of a database that cannot be used, in words of ours: those of drivers and servers name the host, the user
 * or the database.
 */
export function databaseUnusable(cause: unknown): Error {
  const { code } = cause as { code?: unknown };
  const known = typeof code === 'string' && /^[A-Z0-9_]{3,60}$/.test(code) ? code : undefined;
  const meaning = MEANINGS.find(([pattern]) => known !== undefined && pattern.test(known))?.[1];
  const why = meaning ?? 'it gave an error, or no answer in time';
  const problem = `the database cannot be used: ${why}${known ? ` (${known})` : ''}`;
  return new UnusableSettingError('DATABASE_URL', problem, cause);
}
