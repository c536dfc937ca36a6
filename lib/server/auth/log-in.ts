import 'server-only';
import type { Credentials, HeaderAuthenticator } from './basic-auth';
import type { FailedLogins } from './failed-logins';

/** What checks a caller's credentials. */
export type LogInParts = {
  headers: HeaderAuthenticator;
  /** The same for credentials that came in the query. */
  authenticate: (credentials: Credentials) => Promise<string | undefined>;
  failedLogins: FailedLogins;
};

/** Why nobody is let in: the credentials are wrong, or too many from this address were. */
export type LogInRefusal = { refused: 'wrong' | 'too-many' };

/**
 * The id of the project that the credentials belong to, or why nobody is let in. A wrong login takes its time.
 * @param address whose failures are counted
 * @param inQuery credentials of the query, which count in place of the header's
 */
export async function logIn(
  { authenticate, headers, failedLogins }: LogInParts,
  address: string,
  header: string | undefined,
  inQuery: Credentials | undefined,
): Promise<string | LogInRefusal> {
  // A caller whose header was accepted before is not guessing: others' failures at its address do not delay it.
  const counted = !headers.wasAccepted(header);
  if (counted && !failedLogins.begin(address)) return { refused: 'too-many' };
  let wrong = false;
  try {
    const projectId = inQuery ? await authenticate(inQuery) : await headers.check(header);
    if (projectId !== undefined) return projectId;
    wrong = true;
  } finally {
    // When the store cannot be reached the key is not known to be wrong, so the login does not count as failed.
    if (counted && !wrong) failedLogins.end(address);
  }
  if (counted) await failedLogins.fail(address);
  return { refused: 'wrong' };
}
