import { test as base, type Page } from '@playwright/test';

/**
 * Like Playwright's `test`, but `page.goto` and `page.reload` also wait until a page is hydrated, because before that
 * the browser follows links itself.
 */
export const test = base.extend({
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) {
      page.goto = waitingForHydration(page, page.goto.bind(page));
      page.reload = waitingForHydration(page, page.reload.bind(page));
    }
    await use(page);
  },
});

type Navigation<Arguments extends unknown[]> = (...args: Arguments) => ReturnType<Page['goto']>;

function waitingForHydration<Arguments extends unknown[]>(page: Page, navigate: Navigation<Arguments>) {
  return async (...args: Arguments) => {
    const response = await navigate(...args);
    const options = args.at(-1);
    const waitsForLoad = typeof options !== 'object' || options === null || !('waitUntil' in options);
    if (waitsForLoad && response?.headers()['content-type']?.startsWith('text/html'))
      await page.waitForFunction(isDrawn);
    return response;
  };
}

/**
 * Whether a page is hydrated, with its search forms, which are hydrated when the pointer first moves, and has been drawn
 * since. Called once a frame: after hydration, the gallery replaces cards, and a click on one would be lost.
 */
function isDrawn(): boolean {
  const page: Document & { framesSince?: number } = document;
  if (!page.documentElement.hasAttribute('data-hydrated')) return false;
  dispatchEvent(new PointerEvent('pointermove'));
  if (page.querySelector('form[role="search"]:not([data-hydrated])') !== null) return false;
  page.framesSince = (page.framesSince ?? 0) + 1;
  return page.framesSince > 2;
}
