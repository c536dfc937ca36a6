import { isIP } from 'node:net';
import type postgres from 'postgres';

/**
 * What DATABASE_URL says of TLS, as options of a connection. `require`, `verify-ca`, `verify-full` and words that are
 * not known check the certificate and its name, as node-postgres does; `no-verify` checks neither. `disable` does
 * without TLS, `allow` and `prefer` are the driver's own (no check), and without a mode the driver decides.
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
      // The driver names the server only where it has a name; an IP address would be checked as `localhost`.
      return { ssl: { rejectUnauthorized: true, ...(isIP(hostname) ? { host: hostname } : {}) } };
  }
}
