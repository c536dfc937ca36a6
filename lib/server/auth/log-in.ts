import 'server-only';
import { isUpstreamUnavailable } from '@/lib/errors';
import type { ProjectAccess } from '@/lib/projects/project-store';
import { type HeaderAuthenticator, readBasicCredentials } from './basic-auth';
import type { FailedLogins } from './failed-logins';

/** What checks a caller's credentials. */
export type LogInParts = { headers: HeaderAuthenticator; failedLogins: FailedLogins };

/** Why nobody is let in: the credentials are wrong, too many from this address were, or they cannot be checked. */
export type LogInRefusal = { refused: 'wrong' | 'too-many' | 'store-unavailable'; cause?: unknown };

const NOT_COUNTED = { end: () => {}, fail: async () => {} };

/**
 * What the project that the credentials belong to may do, or why nobody is let in. A wrong login takes its time.
 * @param address whose failures are counted
 * @param authorization the header, or the credentials of the query in its form
 */
export async function logIn(
  { headers, failedLogins }: LogInParts,
  address: string,
  authorization: string | undefined,
): Promise<ProjectAccess | LogInRefusal> {
  // Credentials that were accepted before are not a guess. Failures of others at the address do not delay them.
  const login = headers.wasAccepted(authorization)
    ? NOT_COUNTED
    : failedLogins.begin(address, readBasicCredentials(authorization)?.projectId);
  if (login === undefined) return { refused: 'too-many' };
  let access: ProjectAccess | undefined;
  try {
    access = await headers.check(authorization);
  } catch (cause) {
    // The key is not known to be wrong, so the login does not count as failed.
    login.end();
    if (isUpstreamUnavailable(cause)) return { refused: 'store-unavailable', cause };
    throw cause;
  }
  if (access === undefined) {
    await login.fail();
    return { refused: 'wrong' };
  }
  login.end();
  return access;
}
