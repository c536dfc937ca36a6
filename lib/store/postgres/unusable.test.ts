import { expect, it } from 'vitest';
import { databaseUnusable } from './unusable';

// What drivers and servers say when a start fails: all of it names something that belongs in no log.
it.each([
  ['ECONNREFUSED', 'connect ECONNREFUSED 10.1.2.3:5432', 'nothing listens there (ECONNREFUSED)'],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND db.secret.example', 'its name is not known (ENOTFOUND)'],
  ['CONNECT_TIMEOUT', 'write CONNECT_TIMEOUT db.secret.example:5432', 'it does not answer (CONNECT_TIMEOUT)'],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    "Hostname/IP does not match certificate's altnames: Host: db.secret.example",
    'its certificate is not accepted (ERR_TLS_CERT_ALTNAME_INVALID)',
  ],
  [
    '28P01',
    'password authentication failed for user "secret"',
    'it refuses the user or the password (28P01)',
  ],
  ['3D000', 'database "secret" does not exist', 'there is no such database (3D000)'],
  ['XX000', 'something of secret', 'it gave an error, or no answer in time (XX000)'],
  ['a secret', 'a secret', 'it gave an error, or no answer in time'],
])('%s: the words name no host, user or database', (code, message, words) => {
  const cause = Object.assign(new Error(message), { code });
  const error = databaseUnusable(cause);
  expect(error.message).toBe(`DATABASE_URL: the database cannot be used: ${words}`);
  expect(error.cause).toBe(cause);
});
