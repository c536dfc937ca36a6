import type { Page } from '@playwright/test';

/**
 * Holds back the requests of a page that match a pattern.
 * @returns a function that lets these requests continue
 */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
