import { expect } from '@playwright/test';
import { SAMPLE_BIG_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { test } from './test';

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('amounts have German marks, and copying gives the plain number', async ({ page }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(`/account/${SAMPLE_WALLET}?chain=104`);
    for (const [symbol, shown, plain] of [
      ['GRAIN', '9.007.199.254.740.993', '9007199254740993'],
      ['MIST', '15.432.098,626543211', '15432098.626543211'],
    ] as const) {
      const row = page.getByRole('row', { name: symbol });
      await expect(row).toContainText(shown);
      await expect(row.locator('[data-what^="amount of"]')).toHaveAttribute('data-copy', plain);
    }
    await page.goto(`/account/${SAMPLE_BIG_WALLET}?chain=104`);
    await expect(page.getByRole('main')).toContainText('10.000');
    expect(errors).toEqual([]);
  });

  test('a share image, which is kept for all visitors, has English marks', async ({ request }) => {
    // A mint has a supply of nine zeros and no pictures, which a busy machine may not draw in time.
    const path = `/og/account?address=${sampleAddress('mint token reef')}&chain=104`;
    const [german, english] = await Promise.all(
      ['de-DE', 'en-US'].map(async (language) =>
        (await request.get(path, { headers: { 'Accept-Language': language } })).body(),
      ),
    );
    expect(german?.equals(english ?? Buffer.from(''))).toBe(true);
  });
});
