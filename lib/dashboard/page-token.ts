/** Request header in which the dashboard sends the token of the page. */
export const PAGE_TOKEN_HEADER = 'x-satchel-page';
/** Name of the `<meta>` element that contains the token. */
export const PAGE_TOKEN_META = 'satchel-page';

/** Returns the token of the current page; "" if the page has no token. */
export const tokenOfThisPage = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${PAGE_TOKEN_META}"]`)?.content ?? '';
