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
      await page.waitForFunction(isHydrated, undefined, { polling: 20 });
    return response;
  };
}

/** Whether a page is hydrated, and its search forms, which are hydrated when the pointer first moves. */
function isHydrated(): boolean {
  if (!document.documentElement.hasAttribute('data-hydrated')) return false;
  dispatchEvent(new PointerEvent('pointermove'));
  return document.querySelector('form[role="search"]:not([data-hydrated])') === null;
}
