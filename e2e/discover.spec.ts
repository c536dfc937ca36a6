import { expect, type Page, test } from '@playwright/test';
import {
  SAMPLE_SPENT_ADDRESS,
  SAMPLE_SPENT_KEY,
  SAMPLE_TAPROOT_ADDRESS,
  SAMPLE_UNSPENT_ADDRESS,
} from '@/lib/bitcoin/spends/sample-addresses';

const button = (page: Page) =>
  page.getByRole('button', { name: 'Ask the sample network whether it has spent' });
const EVIDENCE = /showed the key 022cda…a4d0cb, as the sample network told on .*hashes to this address/;

test('the key of an address is found when a person has the network asked, and kept with its evidence', async ({
  page,
}) => {
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
  const path = `/bitcoin/${SAMPLE_SPENT_ADDRESS}?chain=31337`;
  await page.goto(path);
  await expect(page.getByText('Nothing is recorded for this address')).toBeVisible();
  await expect(button(page)).toBeVisible();
  expect(posted).toEqual([]);
  await button(page).click();
  const seen = async () => {
    await expect(page.getByText(EVIDENCE)).toBeVisible();
    await expect(page.getByText('370c85…795781')).toBeVisible();
    for (const version of ['1.0.0', '2.0.0'])
      await expect(page.getByRole('cell', { name: version, exact: true })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Sample network' })).toHaveCount(2);
    await expect(page.getByRole('link', { name: '022cda…a4d0cb' })).toHaveCount(2);
  };
  await seen();
  expect(posted).toEqual(['/api/rpc/evm-chain']);
  await page.goto(path);
  await seen();
  await expect(button(page)).toHaveCount(0);
  await page.getByRole('link', { name: '022cda…a4d0cb' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/bitcoin/${SAMPLE_SPENT_KEY}`));
});

test('an address that has not spent says so, and one whose spends show no key has no button', async ({
  page,
}) => {
  await page.goto(`/bitcoin/${SAMPLE_UNSPENT_ADDRESS}`);
  await button(page).click();
  await expect(page.getByText('Asked the sample network: no key was found')).toBeVisible();
  await expect(page.getByText('Nothing is recorded for this address')).toBeVisible();
  for (const address of [SAMPLE_TAPROOT_ADDRESS, '1BoatSLRHtKNngkdXEeobR76b53LETtpyT']) {
    await page.goto(`/bitcoin/${address}`);
    await expect(page.getByText('Nothing is recorded for this address')).toBeVisible();
    await expect(page.getByRole('button', { name: /whether it has spent/ })).toHaveCount(0);
  }
});
