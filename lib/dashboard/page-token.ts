/** Header with which the dashboard's requests send the token of their page. */
export const PAGE_TOKEN_HEADER = 'x-satchel-page';
/** Name of the `<meta>` element that has the token. */
export const PAGE_TOKEN_META = 'satchel-page';

/** Returns the token of the current page; "" if there is none. */
export const tokenOfThisPage = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${PAGE_TOKEN_META}"]`)?.content ?? '';
