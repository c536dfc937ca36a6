import { expect, it } from 'vitest';
import { databaseUnusable } from './database';

// Errors of drivers and servers. Each message contains a host, user or database name that must not be logged.
it.each([
  ['ECONNREFUSED', 'connect ECONNREFUSED 10.1.2.3:5432', 'connection refused (ECONNREFUSED)'],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND db.secret.example', 'the host name cannot be resolved (ENOTFOUND)'],
  [
    'CONNECT_TIMEOUT',
    'write CONNECT_TIMEOUT db.secret.example:5432',
    'the server does not respond (CONNECT_TIMEOUT)',
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    "Hostname/IP does not match certificate's altnames: Host: db.secret.example",
    'the certificate is not valid for this host or not trusted (ERR_TLS_CERT_ALTNAME_INVALID)',
  ],
  ['28P01', 'password authentication failed for user "secret"', 'the user or the password is wrong (28P01)'],
  ['3D000', 'database "secret" does not exist', 'the database does not exist (3D000)'],
  ['XX000', 'something of secret', 'the server returned an error or timed out (XX000)'],
  ['a secret', 'a secret', 'the server returned an error or timed out'],
])('describes the Postgres error %s without naming host, user or database', (code, message, words) => {
  const cause = Object.assign(new Error(message), { code });
  const error = databaseUnusable(cause);
  expect(error.message).toBe(`DATABASE_URL: the database cannot be used: ${words}`);
  expect(error.cause).toBe(cause);
});
