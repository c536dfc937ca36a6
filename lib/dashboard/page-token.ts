/** Header of the dashboard's requests with the token of their page. */
export const PAGE_TOKEN_HEADER = 'x-satchel-page';
/** Name of the `<meta>` that holds it. */
export const PAGE_TOKEN_META = 'satchel-page';

/** The token of the current page; "" without one. */
export const tokenOfThisPage = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${PAGE_TOKEN_META}"]`)?.content ?? '';
