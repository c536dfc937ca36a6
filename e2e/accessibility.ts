import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

type WithAxe = { axe: { run: (options: RunOptions) => Promise<AxeResults> } };

/** Expects no axe violations of `rules`, or of any rule if no rules are given. */
export async function expectAccessible(page: Page, ...rules: string[]): Promise<void> {
  // After a navigation without a page load, the title can come later than the content.
  await expect(page).toHaveTitle(/./);
  // A text that is fading in has less contrast.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules.length > 0 ? { runOnly: rules } : {}),
  };
  const { violations } = await page.evaluate(
    (given) => (window as unknown as WithAxe).axe.run(given),
    options,
  );
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html }) => html)
          .join(' ')
          .slice(0, 400)}`,
    ),
  ).toEqual([]);
}
