import 'server-only';
import { isUpstreamUnavailable } from '@/lib/errors';
import type { ProjectAccess } from '@/lib/projects/project-store';
import type { Credentials, HeaderAuthenticator, LoggedIn } from './basic-auth';
import type { FailedLogins } from './failed-logins';

/** What checks a caller's credentials. */
export type LogInParts = {
  headers: HeaderAuthenticator;
  /** The same for credentials that came in the query. */
  authenticate: (credentials: Credentials) => Promise<LoggedIn | undefined>;
  failedLogins: FailedLogins;
};

/** Why nobody is let in: the credentials are wrong, too many from this address were, or they cannot be checked. */
export type LogInRefusal = { refused: 'wrong' | 'too-many' | 'store-unavailable'; cause?: unknown };

/**
 * What the project that the credentials belong to may do, or why nobody is let in. A wrong login takes its time.
 * @param address whose failures are counted
 * @param inQuery credentials of the query, which count in place of the header's
 */
export async function logIn(
  { authenticate, headers, failedLogins }: LogInParts,
  address: string,
  header: string | undefined,
  inQuery: Credentials | undefined,
): Promise<ProjectAccess | LogInRefusal> {
  // A caller whose header was accepted before is not guessing: others' failures at its address do not delay it.
  const counted = !headers.wasAccepted(header);
  if (counted && !failedLogins.begin(address)) return { refused: 'too-many' };
  let wrong = false;
  try {
    const access = inQuery ? (await authenticate(inQuery))?.access : await headers.check(header);
    if (access !== undefined) return access;
    wrong = true;
  } catch (cause) {
    if (isUpstreamUnavailable(cause)) return { refused: 'store-unavailable', cause };
    throw cause;
  } finally {
    // When the store cannot be reached the key is not known to be wrong, so the login does not count as failed.
    if (counted && !wrong) failedLogins.end(address);
  }
  if (counted) await failedLogins.fail(address);
  return { refused: 'wrong' };
}
