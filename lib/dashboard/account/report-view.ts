import { PAGE_TOKEN_HEADER, tokenOfThisPage } from '../page-token';

/** Maximum number of items in one report; a few screens' worth. */
export const MAX_REPORTED = 200;

/** Reports the items on screen to the server, which fetches their documents first. Failures are ignored. */
export function reportView(owner: string, chain: number, items: readonly string[]): void {
  fetch(`/api/holdings/${encodeURIComponent(owner)}?chain=${chain}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [PAGE_TOKEN_HEADER]: tokenOfThisPage() },
    body: JSON.stringify({ items: items.slice(0, MAX_REPORTED) }),
  }).catch(() => undefined);
}
