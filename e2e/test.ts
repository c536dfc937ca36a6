import { test as base, expect, type Page } from '@playwright/test';

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
      await waitForHydration(page);
    return response;
  };
}

/**
 * Waits until a page is hydrated, and then its search forms, which are hydrated when the pointer first moves. Returns at
 * once without JavaScript.
 */
export async function waitForHydration(page: Page): Promise<void> {
  if (await page.evaluate(() => matchMedia('(scripting: none)').matches)) return;
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  const waiting = page.locator('form[role="search"]:not([data-hydrated])');
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new PointerEvent('pointermove')));
      return waiting.count();
    })
    .toBe(0);
}
