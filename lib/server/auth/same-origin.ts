import 'server-only';
import { createHmac } from 'node:crypto';
import { constantTimeEqual } from '@/lib/constant-time-equal';
import { PAGE_TOKEN_HEADER } from '@/lib/dashboard/json-lines';

/**
 * Checks whether a request comes from one of the dashboard's pages. Pages cannot forge `Sec-Fetch-Site`, and old
 * browsers send `Origin` with every POST. Over plain http, browsers send neither header with a GET. The page's token
 * (`pageToken`), which other sites do not have, is accepted instead.
 * @param header returns a header by its lower-case name
 * @param publicUrl URL of the dashboard if its origin differs from the request's (`PUBLIC_URL`)
 * @param token token in this service's pages; undefined if tokens are not accepted
 */
export function isSameOrigin(
  header: (name: string) => string | undefined,
  publicUrl: string | undefined,
  token?: string,
): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = header('origin');
  if (origin === undefined)
    return token !== undefined && constantTimeEqual(header(PAGE_TOKEN_HEADER) ?? '', token);
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  return new URL(origin).host === header('host');
}

/**
 * Creates the token that is embedded in pages and sent in their requests. All instances on one store use the same
 * token.
 */
export const pageToken = (secret: string): string =>
  createHmac('sha256', secret).update('a page of the dashboard').digest('base64url');
