import { UnusableSettingError } from '@/lib/errors';

/** Meanings of Node and Postgres error codes (Appendix A of the Postgres manual), for operators. */
const MEANINGS: readonly [code: RegExp, meaning: string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host name cannot be resolved'],
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ETIMEDOUT|CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH)$/, 'the server does not respond'],
  [/^(CONNECTION_|ECONNRESET|EPIPE)/, 'the server closed the connection'],
  [/^28/, 'the user or the password is wrong'],
  [/^3D000$/, 'the database does not exist'],
  [/^42501$/, 'the user lacks a permission'],
  [/^25006$/, 'the database is read-only'],
  [/^53/, 'the server is out of disk space, memory or connections'],
  [/^57P/, 'the server is starting up or shutting down'],
  [/CERT|TLS|SSL|ALTNAME|ISSUER|SIGNATURE/, 'the certificate is not valid for this host or not trusted'],
];

/**
 * Creates the error for a database that cannot be used. It does not include the messages of drivers and servers,
 * which contain the host, the user or the database.
 */
export function databaseUnusable(cause: unknown): Error {
  if (cause instanceof UnusableSettingError) return cause;
  const { code } = cause as { code?: unknown };
  const known = typeof code === 'string' && /^[A-Z0-9_]{3,60}$/.test(code) ? code : undefined;
  const meaning = MEANINGS.find(([pattern]) => known !== undefined && pattern.test(known))?.[1];
  const why = meaning ?? 'the server returned an error or timed out';
  const problem = `the database cannot be used: ${why}${known ? ` (${known})` : ''}`;
  return new UnusableSettingError('DATABASE_URL', problem, cause);
}
