import { afterEach, describe, expect, it } from 'vitest';
import { connectPostgres, type Sql } from './connection';

let sql: Sql | undefined;
afterEach(() => sql?.end());

/** The options that the driver connects with; it connects at the first query, and there is none. */
const sslOf = (query: string, host = 'db.example') => {
  sql = connectPostgres(`postgres://user:pass@${host}:5432/satchel${query}`);
  return sql.options.ssl;
};

describe('sslmode in DATABASE_URL', () => {
  it.each(['require', 'verify-ca', 'verify-full'])('%s checks the certificate and its name', (mode) => {
    expect(sslOf(`?sslmode=${mode}`)).toEqual({ rejectUnauthorized: true });
    expect(sslOf(`?ssl=${mode}`)).toEqual({ rejectUnauthorized: true });
  });

  it('an IP address is the name that the certificate has to have', () => {
    expect(sslOf('?sslmode=require', '192.0.2.1')).toEqual({ rejectUnauthorized: true, host: '192.0.2.1' });
  });

  it('no-verify encrypts without a check, disable and no mode at all do not encrypt', () => {
    expect(sslOf('?sslmode=no-verify')).toEqual({ rejectUnauthorized: false });
    expect(sslOf('?sslmode=disable')).toBe(false);
    expect(sslOf('')).toBe(false);
  });

  it('a word that is not known checks, too', () => {
    expect(sslOf('?sslmode=requires')).toEqual({ rejectUnauthorized: true });
  });
});
