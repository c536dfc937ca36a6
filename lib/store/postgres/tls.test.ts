import { afterEach, describe, expect, it } from 'vitest';
import { connectPostgres, type Sql } from './connection';

let sql: Sql | undefined;
afterEach(() => sql?.end());

/** Returns the TLS options that the driver would use. Does not connect, because no query is sent. */
const sslOf = (query: string, host = 'db.example') => {
  sql = connectPostgres(`postgres://user:pass@${host}:5432/satchel${query}`);
  return sql.options.ssl;
};

describe('sslmode in DATABASE_URL', () => {
  it.each(['require', 'verify-ca', 'verify-full'])(
    'sslmode %s verifies the certificate and the host name',
    (mode) => {
      expect(sslOf(`?sslmode=${mode}`)).toEqual({ rejectUnauthorized: true });
      expect(sslOf(`?ssl=${mode}`)).toEqual({ rejectUnauthorized: true });
    },
  );

  it('verifies the certificate against the host’s IP address if DATABASE_URL has no host name', () => {
    expect(sslOf('?sslmode=require', '192.0.2.1')).toEqual({ rejectUnauthorized: true, host: '192.0.2.1' });
  });

  it('encrypts without verification for sslmode no-verify, and does not encrypt for disable or without sslmode', () => {
    expect(sslOf('?sslmode=no-verify')).toEqual({ rejectUnauthorized: false });
    expect(sslOf('?sslmode=disable')).toBe(false);
    expect(sslOf('')).toBe(false);
  });

  it('verifies the certificate for an unknown sslmode', () => {
    expect(sslOf('?sslmode=requires')).toEqual({ rejectUnauthorized: true });
  });
});
