import 'server-only';

/**
 * Whether a browser says that a page of ours asks. `Sec-Fetch-Site` cannot be forged by a page; a browser too old
 * for it sends `Origin` with every POST.
 * @param header a header by its lower-case name
 * @param publicOrigin origin of the dashboard when it is not that of the request (`PUBLIC_URL`)
 */
export function isSameOrigin(
  header: (name: string) => string | undefined,
  publicOrigin: string | undefined,
): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = header('origin');
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === publicOrigin || new URL(origin).host === header('host');
}
