import { expect } from '@playwright/test';
import { test } from './test';

test('the home page asks about Solana and Bitcoin in two sentences of the same size, and each example card states what it opens; the link to the edge cases is shown only after a click on “More examples”', async ({
  page,
}) => {
  await page.goto('/');
  await test.step('the example cards of wallets state the true number of items and show four of them', async () => {
    for (const { name, nfts, tokens } of [
      { name: 'Sample wallet', nfts: '42', tokens: '10' },
      { name: '10,000 NFTs', nfts: '10,000', tokens: '0' },
    ]) {
      const card = page
        .getByRole('region', { name: 'Try an example (made-up data)' })
        .getByRole('link', { name });
      await expect(card).toContainText(`${nfts} NFTs`);
      if (tokens !== '0') await expect(card).toContainText(`${tokens} tokens`);
      const pictures = card.locator('img');
      await expect(pictures).toHaveCount(4);
      const sources = await pictures.evaluateAll((images) =>
        images.map((image) => image.getAttribute('src')),
      );
      await card.click();
      await expect(page.getByRole('tab', { name: /^NFTs/ })).toHaveText(`NFTs ${nfts}`);
      await expect(page.getByRole('tab', { name: /^Tokens/ })).toHaveText(`Tokens ${tokens}`);
      expect(new Set(sources).size).toBe(4);
      await page.goBack();
    }
  });
  const link = page.getByRole('link', { name: /^Edge cases/ });
  await expect(link).toBeHidden();
  await page.getByText('More examples').click();
  await link.click();
  await expect(page.getByRole('region', { name: 'Tokens' }).getByText('9,007,199.25')).toBeVisible();
  await page.goBack();
  const sentences = page.getByRole('heading', { level: 1 }).locator('span');
  await expect(sentences).toHaveText([
    'What does this Solana account hold?',
    'Which smart account belongs to this Bitcoin key?',
  ]);
  const sizes = await sentences.evaluateAll((all) => all.map((it) => getComputedStyle(it).fontSize));
  expect(new Set(sizes).size).toBe(1);
  const card = page.getByRole('link', { name: /Bitcoin key/ });
  await expect(card).toContainText('Account 2.0.0');
  await expect(card).toContainText('0x55d8…96aa');
  await expect(card).toContainText('Account 1.0.0');
  await expect(card).toContainText('0xB1dC…96bc');
  await card.click();
  await expect(page.getByText('0x55d89c7D9366B9384Bb0C95dc58489c6Ca3896aa').first()).toBeVisible();
});

test('the sample wallet opens its tokens, has verified tokens and collections, a risky token and a locked NFT', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: /^Sample wallet/ }).click();
  await expect(page.getByText('12.4083').first()).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Tokens/, selected: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^NFTs/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What to worry about' })).toContainText(
    /TIDAL\s*\(hidden below\)\s*One address can move or burn it at any time\./,
  );
  await page.getByRole('tab', { name: /^NFTs/ }).click();
  await expect(page.getByRole('link', { name: /^\d NFTs? can’t be moved$/ })).toBeVisible();
  const search = page.getByRole('searchbox');
  for (const [name, count] of [
    ['Harbor Lights', '24'],
    ['Moonlit Botanica', '12'],
    ['Coral Atlas', '6'],
  ] as const) {
    await search.fill(name);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(`${name}${count}`);
  }
  await search.fill('');
  await expect(page.getByRole('link', { name: 'Harbor Lights #118' }).first()).toBeVisible();
  await page.getByRole('tab', { name: /^Tokens/ }).click();
  const table = page.getByRole('table');
  await expect(table.getByRole('row').filter({ hasText: 'Northwind Dollar' })).toContainText('1,842.57');
  await expect(table.getByRole('row').filter({ hasText: 'Lumen Staked SOL' })).toContainText('8.214903117');
  await expect(table.getByText(/unverified|look-alike/i)).toHaveCount(0);
  await page.getByRole('tab', { name: /^NFTs/ }).click();
  await page.getByRole('link', { name: 'Harbor Lights #118' }).first().click();
  const traits = page.getByRole('region', { name: 'Traits' });
  for (const trait of ['Sky', 'Lantern', 'Tide', 'Weather', 'Keeper'])
    await expect(traits).toContainText(trait);
  // The number of items of the collection in this wallet that share the trait.
  await expect(traits.getByText('6 of 24', { exact: true })).toBeVisible();
});
