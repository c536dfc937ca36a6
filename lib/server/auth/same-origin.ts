import 'server-only';
import { createHmac } from 'node:crypto';
import { PAGE_TOKEN_HEADER } from '@/lib/dashboard/page-token';
import { isSameText } from '@/lib/same-text';

/**
 * Whether a browser says that a page of ours asks. `Sec-Fetch-Site` cannot be forged by a page; a browser too old
 * for it sends `Origin` with every POST. On a plain-http name a browser sends neither with a GET: the token of the
 * page (`pageToken`), which no other site can send along, speaks for it there.
 * @param header a header by its lower-case name
 * @param publicOrigin origin of the dashboard when it is not that of the request (`PUBLIC_URL`)
 * @param token that of this service's pages; undefined where none is looked at
 */
export function isSameOrigin(
  header: (name: string) => string | undefined,
  publicOrigin: string | undefined,
  token?: string,
): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = header('origin');
  if (origin === undefined) return token !== undefined && isSameText(header(PAGE_TOKEN_HEADER) ?? '', token);
  if (!URL.canParse(origin)) return false;
  return origin === publicOrigin || new URL(origin).host === header('host');
}

/** The token that pages carry and their requests send back; the same in every instance on one store. */
export const pageToken = (secret: string): string =>
  createHmac('sha256', secret).update('a page of the dashboard').digest('base64url');
