import { type BrowserContext, test as base, type Page } from '@playwright/test';

/**
 * Like Playwright's `test`, with two differences. Tests of a worker share a context, whose storage and permissions are
 * cleared before each test: with cached scripts, a page loads in half the processor time. `page.goto` and `page.reload`
 * also wait until a page is hydrated, because before that the browser follows links itself.
 */
export const test = base.extend<object, { contexts: Map<string, BrowserContext> }>({
  contexts: [
    async ({ browser: _ }, use) => {
      const contexts = new Map<string, BrowserContext>();
      await use(contexts);
      for (const context of contexts.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  context: async (
    {
      browser,
      contexts,
      baseURL,
      colorScheme,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      reducedMotion,
      viewport,
    },
    use,
  ) => {
    const options = {
      baseURL: baseURL ?? '',
      colorScheme,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      reducedMotion,
      viewport,
    };
    const key = JSON.stringify(options);
    const context = contexts.get(key) ?? (await browser.newContext(options));
    contexts.set(key, context);
    await context.setStorageState({ cookies: [], origins: [] });
    await context.clearPermissions();
    await use(context);
    for (const page of context.pages()) await page.close();
  },
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
      await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    return response;
  };
}
