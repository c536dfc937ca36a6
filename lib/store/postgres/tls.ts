import { isIP } from 'node:net';
import type postgres from 'postgres';

/**
 * Returns TLS options for the `sslmode` of DATABASE_URL. `require`, `verify-ca`, `verify-full` and unknown modes verify
 * the certificate and the host name, as in node-postgres; `no-verify` verifies neither. `disable` turns TLS off. The
 * driver handles `allow` and `prefer` (without verification) and a missing mode.
 */
export function tlsOptions(databaseUrl: URL): Pick<postgres.Options<never>, 'ssl'> {
  const { hostname, searchParams } = databaseUrl;
  const mode = searchParams.get('sslmode') || searchParams.get('ssl');
  switch (mode) {
    case null:
    case '':
    case 'allow':
    case 'prefer':
      return {};
    case 'disable':
    case 'false':
      return { ssl: false };
    case 'no-verify':
      return { ssl: { rejectUnauthorized: false } };
    default:
      // Set the host for an IP address. The driver does not, and the certificate would be verified for `localhost`.
      return { ssl: { rejectUnauthorized: true, ...(isIP(hostname) ? { host: hostname } : {}) } };
  }
}
