import { expect, type Page, test } from '@playwright/test';
import { ACCOUNT_1, ACCOUNT_2, answer, known, lines, NO_RESPONSE, OWNER } from './account-cells';
import { KEY, KEY_ADDRESS } from './states';

const card = (page: Page) => page.getByRole('region', { name: 'This key controls these accounts' });
const path = `/bitcoin/${KEY}?chain=31337&version=1.0.0`;

test('a key’s page starts with the key’s accounts, their deployments and whether a given address belongs to the key', async ({
  page,
}) => {
  await page.goto(`${path}&match=${KEY_ADDRESS}`);
  const first = page.locator('main section').first();
  await expect(first).toContainText('This key controls these accounts');
  await expect(card(page).getByText('Belongs to this key', { exact: true })).toBeVisible();
  await expect(card(page).getByText(ACCOUNT_1)).toBeVisible();
  await expect(card(page).getByText(ACCOUNT_2)).toBeVisible();
  await expect(card(page).getByText('Sample network', { exact: true })).toBeVisible();
  // The sample network uses the service's own derivation, so it confirms nothing.
  await expect(card(page).getByText('Not yet confirmed by a real chain.')).toBeVisible();
  await expect(
    card(page).getByText('Do not send there yet: 1 silent (Ethereum); 1 without an endpoint (BOB Testnet).'),
  ).toBeVisible();
  await page.goto(`${path}&match=1BoatSLRHtKNngkdXEeobR76b53LETtpyT`);
  await expect(card(page).getByText('Does not belong to this key')).toBeVisible();
});

test('a key’s page shows in red where and why money may be lost, and lists the unknown facts', async ({
  page,
}) => {
  await answer(page, {
    31337: [
      known({ currentOwner: ACCOUNT_1 }, 'deployed'),
      known({ factory: 'absent', factoryAgrees: null }),
    ],
    1: [known({ factoryAgrees: false }), known({ entryPoint: 'unknown' })],
    111: [NO_RESPONSE, NO_RESPONSE],
  });
  await page.goto(path);
  const words =
    'Money may be lost: Ethereum: the factory gives another address; Sample network: its owner is another.';
  const warning = card(page).getByText(words);
  await expect(warning).toBeVisible();
  const red = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bad'));
  const bytes = [1, 3, 5].map((at) => Number.parseInt(red.trim().slice(at, at + 2), 16));
  await expect(warning).toHaveCSS('color', `rgb(${bytes.join(', ')})`);
  await expect(card(page).getByText('Money may be lost: Sample network: no factory.')).toBeVisible();
  await expect(card(page).getByText('1 silent (BOB Testnet); 2.0.0 only in part on Ethereum.')).toBeVisible();
  await expect(
    card(page).getByText('The factory of 2.0.0 itself gives this address on Ethereum.'),
  ).toBeVisible();
  const row = page.getByRole('row', { name: /Ethereum/ });
  await expect(row.getByText('Money sent here may be lost: the factory gives another address')).toHaveCount(
    1,
  );
  await expect(row.getByText('Not known: entry point')).toHaveCount(1);
});

test('a factory that returns a different account address is shown with its version', async ({ page }) => {
  await answer(page, {
    31337: [known(), known()],
    1: [known(), known({ factoryAgrees: false })],
    111: [known(), known()],
  });
  await page.goto(path);
  await expect(card(page).getByText('The factory of 2.0.0 gives another address on Ethereum.')).toBeVisible();
});

for (const [width, height] of [
  [1280, 800],
  [390, 800],
  [1280, 2000],
  [1920, 2160],
] as const)
  test(`the layout of a key’s page does not shift while the status fills in, ${width} x ${height} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    let tell: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const body = lines({
      31337: [known({}, 'deployed'), known({ factory: 'absent', factoryAgrees: null })],
      1: [known({ factoryAgrees: false }), known({ entryPoint: 'unknown' })],
      111: [NO_RESPONSE, NO_RESPONSE],
    });
    await page.route(`**/api/accounts/${KEY}`, async (route) => {
      await told;
      await route.fulfill({ contentType: 'application/x-ndjson', body });
    });
    await page.goto(path);
    await expect(card(page).getByText('The chains are being asked.').first()).toBeVisible();
    tell();
    await expect(card(page).getByText('Money may be lost: Sample network: no factory.')).toBeVisible();
    const shifted = () =>
      page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
      );
    expect(await shifted()).toBeLessThan(0.03);
  });

/** Opens the page of the key and returns a function that sends cells to it. */
async function openWithCells(page: Page): Promise<(text: string) => Promise<void>> {
  await page.addInitScript(() => {
    const { fetch: original } = window;
    window.fetch = (input, init) => {
      if (!String(input).includes('/api/accounts/')) return original(input, init);
      const body = new ReadableStream<Uint8Array>({
        start: (stream) =>
          void Object.assign(window, {
            tell: (text: string) => stream.enqueue(new TextEncoder().encode(text)),
          }),
      });
      return Promise.resolve(new Response(body));
    };
  });
  await page.goto(path);
  await page.waitForFunction(() => 'tell' in window);
  return (text) =>
    page.evaluate((told) => (window as unknown as { tell: (text: string) => void }).tell(told), text);
}

test('no line of a key’s status card moves on the smallest phone while chains answer', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  const tell = await openWithCells(page);
  const tops = () =>
    card(page)
      .locator('dt')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top + window.scrollY));
  const before = await tops();
  for (const [chainId, words] of [
    [31337, 'So far: 1 of 1 that answered, with all that the account needs: Sample network.'],
    [1, 'So far: 2 of 2 that answered'],
    [111, '3 of 3 that answered'],
  ] as const) {
    const told = lines({ [chainId]: [known(), known()] }).split(/(?<=\n)/);
    // The stream ends with the last chain.
    for (const line of told.slice(0, chainId === 111 ? 3 : 2)) await tell(line);
    await expect(card(page).getByText(words).first()).toBeVisible();
    expect(await tops(), words).toEqual(before);
  }
});

test('a key’s page is usable after the first chain has answered', async ({ page }) => {
  const tell = await openWithCells(page);
  await expect(page.getByText('3 asked: 0 answered, 0 silent, 3 to come')).toBeVisible();
  const [first = '', second = ''] = lines({ 1: [known({ factoryAgrees: false }), known()] }).split(/(?<=\n)/);
  // With one of two versions, the chain does not count as answered yet.
  await tell(first);
  await expect(page.getByText('The chains are being asked.').first()).toBeVisible();
  await tell(second);
  await expect(page.getByText('3 asked: 1 answered, 0 silent, 2 to come')).toBeVisible();
  const row = page.getByRole('row', { name: /Ethereum/ });
  await expect(row.getByText('not deployed')).toHaveCount(2);
  await expect(
    card(page).getByText('So far: Money may be lost: Ethereum: the factory gives another'),
  ).toBeVisible();
  await expect(card(page).getByText('None so far.')).toHaveCount(2);
  await page.getByRole('button', { name: 'Deployed', exact: true }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Unsafe', exact: true }).click();
  await expect(row).toHaveCount(1);
});

test('if a single chain does not answer, the page shows a short reason', async ({ page }) => {
  await page.goto(`/bitcoin/${KEY}?chain=1&version=1.0.0`);
  await expect(page.locator('#one-chain')).toContainText(
    /not known whether this account is deployed on Ethereum: no (usable answer|answer in 1 s)\. The address is calculated/,
  );
});

test('a chain that did not respond can be retried without the others', async ({ page }) => {
  await answer(page, {
    31337: [known(), known()],
    1: [NO_RESPONSE, NO_RESPONSE],
    111: [NO_RESPONSE, NO_RESPONSE],
  });
  const asked: string[] = [];
  await page.route(`**/api/accounts/${KEY}?chain=*`, (route) => {
    asked.push(new URL(route.request().url()).search);
    return route.fulfill({ contentType: 'application/x-ndjson', body: lines({ 1: [known(), known()] }) });
  });
  await page.goto(path);
  await page.getByText('Which chains did not answer').click();
  await expect(page.getByRole('listitem').getByText('no answer in 4 s')).toHaveCount(2);
  await page.getByRole('button', { name: 'Ask Ethereum again' }).click();
  await expect(page.getByRole('row', { name: /Ethereum/ }).getByText('not deployed')).toHaveCount(2);
  await expect(page.getByText('3 asked: 2 answered, 1 silent')).toBeVisible();
  expect(asked).toEqual(['?chain=1']);
});

test('a supported chain can be requested by itself, but an unsupported one cannot', async ({
  page,
  baseURL,
}) => {
  await page.goto('/');
  const ask = (chain: string) =>
    page.evaluate(async (url) => {
      const said = await fetch(url);
      return { status: said.status, text: await said.text() };
    }, `${baseURL}/api/accounts/${KEY}?chain=${chain}`);
  const { status, text } = await ask('31337');
  expect(status).toBe(200);
  const cells = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(cells.at(-1)).toEqual({ done: true });
  expect(cells.slice(0, -1).map(({ chainId }) => chainId)).toEqual([31337, 31337]);
  expect(cells.find(({ version }) => version === '1.0.0').facts.currentOwner).toBe(OWNER);
  for (const chain of ['5', 'x', '']) expect((await ask(chain)).status).toBe(400);
});
