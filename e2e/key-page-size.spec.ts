import { expect, type Page } from '@playwright/test';
import { EVM_CHAINS } from '@/lib/evm/chains.generated';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { ACCOUNT_1, answer, known, NO_RESPONSE, OWNER } from './account-cells';
import { KEY, KEY_ADDRESS } from './published-key';
import { test } from './test';

// The service supports all built-in chains. The tests replace the chains' responses in the browser, so that no chain
// receives a request.
// One service for all tests.
test.describe.configure({ mode: 'default' });
let service: Running;
test.beforeAll(async () => {
  service = await startService({ DASHBOARD: 'on' });
});
test.afterAll(() => service?.stop('SIGKILL'));

type Said = Parameters<typeof answer>[1];
const OWNED = known({ currentOwner: OWNER, balance: '123456789012345678' }, 'deployed');
const configured = EVM_CHAINS.filter(({ rpcUrls }) => rpcUrls.length > 0).map(({ chainId }) => chainId);
const all = (said: (chainId: number, i: number) => Said[number]): Said =>
  Object.fromEntries([31337, ...configured].map((chainId, i) => [chainId, said(chainId, i)]));

/** Rows of the table, including the headings of groups. */
const rowsOf = (page: Page) =>
  page
    .getByRole('table', { name: 'The accounts on each chain' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

async function expectAllRowsOnRequest(page: Page) {
  await page.setViewportSize({ width: 1280, height: 900 });
  const counts = await page.locator('th[scope=rowgroup]').allInnerTexts();
  expect(counts.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
    'Deployed 20',
    'Confirmed 12',
    'Unknown 13 · can’t be checked here',
  ]);
  await page.getByRole('button', { name: 'Show 17 more' }).click();
  await page.getByRole('button', { name: 'Show 9 more' }).click();
  await page.getByRole('button', { name: /^Unknown/ }).click();
  await expect(rowsOf(page)).toHaveCount(45 + counts.length);
  const testnets = page.getByRole('switch', { name: /^Testnets/ });
  await testnets.uncheck();
  const hidden = Number(/\((\d+) hidden\)/.exec((await page.getByText(/^Testnets/).innerText()) ?? '')?.[1]);
  expect(hidden).toBeGreaterThan(10);
  await expect(page.getByText('testnet', { exact: true })).toHaveCount(0);
}

async function expectAllRowsInPrint(page: Page) {
  await page.setViewportSize({ width: 1280, height: 720 });
  const rows = rowsOf(page);
  const groups = await page.locator('th[scope=rowgroup]').count();
  const shown = await rows.filter({ visible: true }).count();
  expect(shown).toBeLessThan(45);
  await page.emulateMedia({ media: 'print' });
  await expect(rows.filter({ visible: true })).toHaveCount(45 + groups);
  await page.emulateMedia({ media: 'screen' });
  await expect(rows.filter({ visible: true })).toHaveCount(shown);
}

type State = { said: Said; verdict: RegExp; also?: [promise: string, check: (page: Page) => Promise<void>] };
const STATES: Record<string, State> = {
  'only the sample network answers': {
    said: all((chainId) => (chainId === 31337 ? [OWNED, known()] : [NO_RESPONSE, NO_RESPONSE])),
    verdict: /^No live chain has answered\. Don’t send anything yet\.$/,
  },
  'every chain confirms and most have the account': {
    said: all((_, i) => [i < 20 ? OWNED : known(), known()]),
    verdict: /^Safe to use on 31 chains\. Don’t send on other chains\.$/,
    also: [', and the table can show all chains and states how many are hidden', expectAllRowsOnRequest],
  },
  'every kind of answer': {
    said: all((_, i) =>
      i === 1
        ? [known(), known({ factoryAgrees: false })]
        : (([OWNED, known(), known({ factory: 'absent', factoryAgrees: null }), NO_RESPONSE] as const)
            .slice(i % 4)
            .concat(known())
            .slice(0, 2) as unknown as Said[number]),
    ),
    verdict:
      /^Unsafe on Ethereum: the 2\.0\.0 contract gives another address\. Don’t send to account 2\.0\.0 there\.$/,
    also: [', and the printed page contains all chains', expectAllRowsInPrint],
  },
  'one chain is unsafe': {
    said: all((_, i) => [i === 1 ? known({ currentOwner: ACCOUNT_1 }, 'deployed') : known(), known()]),
    verdict:
      /^Unsafe on Ethereum: account 1\.0\.0 has another owner\. Don’t send to account 1\.0\.0 there\.$/,
  },
};

/** Waits for the table, which is rendered after the verdict. */
const untilChecked = (page: Page) =>
  expect(page.locator('th[scope=rowgroup]').filter({ hasText: 'Checking' })).toHaveCount(0);

/** Distance in px from the top of the page to the first collapsible section. */
const heightBeforeFolds = (page: Page) =>
  page
    .locator('main details')
    .first()
    .evaluate((it) => Math.round(it.getBoundingClientRect().top + scrollY));

for (const [name, { said, verdict, also }] of Object.entries(STATES))
  test(`with 45 chains, the verdict on a key’s page is at most 1,100 px high on a desktop and 1,600 px high on a phone${also?.[0] ?? ''}: ${name}`, async ({
    page,
  }) => {
    await answer(page, said);
    await page.goto(`${service.base}/bitcoin/${KEY}?match=${KEY_ADDRESS}`);
    const sentence = page.getByRole('region', { name: 'Verdict' }).getByText(verdict).first();
    await expect(sentence).toBeVisible();
    await untilChecked(page);
    for (const [width, height, most] of [
      [1280, 900, 1100],
      [390, 844, 1600],
      [1920, 1080, 1100],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect((await sentence.boundingBox())?.y, `${width} px`).toBeLessThan(300);
      const used = await heightBeforeFolds(page);
      expect(used, `${width} px`).toBeLessThanOrEqual(most);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBeLessThanOrEqual(0);
    }
    await also?.[1](page);
  });

test('while many chains are being checked, the table shows their number, and all of them on request', async ({
  page,
}) => {
  // Never answered.
  await page.route(`**/api/accounts/${KEY}`, () => {});
  await page.goto(`${service.base}/bitcoin/${KEY}`);
  await expect(page.getByText('Checking 31 live chains.').first()).toBeVisible();
  const rows = page.getByRole('row').filter({ hasText: /Checking….*Checking…/ });
  await expect(page.getByRole('rowheader', { name: 'Checking', exact: true })).toBeVisible();
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all 32' }).click();
  await expect(rows).toHaveCount(32);
});
