import { PAGE_TOKEN_HEADER, tokenOfThisPage } from '../page-token';

/** Most items that the server takes in one report. */
const MOST = 200;

/** Tells the server which items are on screen, so that their documents come first. What becomes of it is no matter. */
export function reportView(owner: string, chain: number, items: readonly string[]): void {
  fetch(`/api/holdings/${encodeURIComponent(owner)}?chain=${chain}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [PAGE_TOKEN_HEADER]: tokenOfThisPage() },
    body: JSON.stringify({ items: items.slice(0, MOST) }),
  }).catch(() => undefined);
}
