import type { Page } from '@playwright/test';

/**
 * Observes the layout shifts of all pages that are opened from now on, except those that follow input.
 * @returns a function that returns the sum of the current page's shifts
 */
export async function observeLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) (window as unknown as { shifted: number }).shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // Shifts are reported after the frame in which they occur.
  return () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() =>
            setTimeout(() => resolve((window as unknown as { shifted: number }).shifted), 50),
          );
        }),
    );
}
