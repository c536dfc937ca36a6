import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, type Page } from '@playwright/test';
import { base58 } from '@scure/base';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { KEY } from './published-key';
import { test } from './test';

// Tests that secrets pasted by mistake stay on the device, in every field.

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const WIF = 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617';
const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const XPUB =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
const DESCRIPTOR = `wpkh([d34db33f/84h/0h/0h]${XPUB}/0/*)#cjjspncu`;
const seed = Uint8Array.from({ length: 32 }, (_, i) => i * 5 + 3);
const pair = Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]);
const SECRETS = [PHRASE, WIF, XPRV, base58.encode(pair), JSON.stringify([...pair]), `wpkh(${XPRV}/0/*)`];

/** Returns the beginning of a secret, in all encodings used in URLs and request bodies. */
const traces = (secret: string) => [
  secret.slice(0, 20),
  encodeURIComponent(secret).slice(0, 20),
  new URLSearchParams({ q: secret }).toString().slice(2, 22),
];

/** Records the URL, body and headers of every request that the page sends in the returned array. */
function requestsOf(page: Page) {
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`),
  );
  return sent;
}

async function expectNoTrace(page: Page, sent: readonly string[], secret: string) {
  const kept = await page.evaluate(() =>
    JSON.stringify([
      location.href,
      history.state,
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      document.title,
    ]),
  );
  for (const trace of traces(secret)) {
    expect(kept).not.toContain(trace);
    expect(sent.filter((each) => each.includes(trace))).toEqual([]);
  }
}

const warning = (page: Page) => page.getByRole('alert').filter({ hasText: 'not sent' });

test('the search box of the home page masks a secret until Clear removes it, and sends no secret, extended key or descriptor and puts none in a URL', async ({
  page,
}) => {
  const sent = requestsOf(page);
  await page.goto('/');
  const main = page.getByRole('main');
  const box = main.getByRole('combobox');
  await test.step('a secret is masked at once, and Clear removes it', async () => {
    const masking = () =>
      box.evaluate((it) => getComputedStyle(it).getPropertyValue('-webkit-text-security'));
    expect(await masking()).toBe('none');
    await box.fill(PHRASE);
    await expect(warning(page)).toBeVisible();
    expect(await masking()).toBe('disc');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(box).toHaveValue('');
    await expect(warning(page)).toHaveCount(0);
    await expect(box).toBeFocused();
  });
  await test.step('a recovery phrase that is pasted over several lines is detected', async () => {
    await page.evaluate(
      (text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', text);
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      },
      PHRASE.replaceAll(' ', '\n'),
    );
    await expect(warning(page)).toContainText('recovery phrase');
  });
  for (const secret of SECRETS) {
    await box.fill('');
    await expect(warning(page)).toHaveCount(0);
    await box.fill(secret);
    await expect(warning(page)).toBeVisible();
    await box.press('Enter');
    await expect(warning(page)).toBeVisible();
    await expectNoTrace(page, sent, secret);
  }
  for (const text of [XPUB, DESCRIPTOR]) {
    await box.fill(text);
    await expect(main.getByText(/every address of a wallet.*never sent from here/).first()).toBeVisible();
    await box.press('Enter');
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL('/');
    await expectNoTrace(page, sent, text);
  }
});

test('the Bitcoin forms keep secrets and extended keys on the device', async ({ page }) => {
  const sent = requestsOf(page);
  await page.goto('/bitcoin');
  const box = page.getByRole('main').getByRole('combobox');
  for (const secret of SECRETS) {
    await box.fill(secret);
    await expect(warning(page)).toBeVisible();
    await page.getByRole('button', { name: 'Look up' }).click();
    await expectNoTrace(page, sent, secret);
    await box.fill('');
  }
  for (const text of [XPUB, DESCRIPTOR]) {
    await box.fill(text);
    await expect(page.getByText(/never sent/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Look up' }).click();
    await expectNoTrace(page, sent, text);
    await box.fill('');
  }
  await page.goto(`/bitcoin/${KEY}?chain=31337`);
  for (const text of [XPUB, DESCRIPTOR]) {
    await page.getByRole('textbox', { name: 'Is this my key?' }).fill(text);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/never sent/)).toBeVisible();
    await expectNoTrace(page, sent, text);
  }
  await page.getByRole('textbox', { name: 'Is this my key?' }).fill(WIF);
  await expect(warning(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(warning(page)).toBeVisible();
  await expectNoTrace(page, sent, WIF);
});

test('searching a list for a secret does not put it in the URL, and a recovery phrase typed slowly is removed from the URL as soon as it is detected', async ({
  page,
}) => {
  const sent = requestsOf(page);
  await page.goto(`/account/${SAMPLE_WALLET}?chain=104`);
  const box = page.getByRole('searchbox', { name: /Search tokens/ });
  for (const secret of [...SECRETS, KEY.slice(2)]) {
    await box.fill(secret);
    await box.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: /not sent|not searched for/ })).toBeVisible();
    await expectNoTrace(page, sent, secret);
    await box.fill('crab');
    await expect(page).toHaveURL(/q=crab/);
    await expect(page.getByRole('alert').filter({ hasText: /not sent|not searched for/ })).toHaveCount(0);
  }
  const words = 'winner legal thank year wave sausage'.split(' ');
  await box.fill(words.slice(0, 5).join(' '));
  await expect(page).toHaveURL(/q=winner/);
  await box.fill(words.join(' '));
  await expect(page.getByRole('alert').filter({ hasText: 'recovery phrase' })).toBeVisible();
  await expect(page).not.toHaveURL(/winner|sausage/);
  await expect(box).toHaveValue(words.join(' '));
});

test('the API page sends no secret from its search box or in a request, and warns about 32 bytes of hex', async ({
  page,
}) => {
  const sent = requestsOf(page);
  await page.goto('/docs');
  const header = page.getByRole('banner');
  for (const secret of SECRETS) {
    await header.getByRole('combobox').fill(secret);
    await expect(header.getByRole('alert')).toContainText('not sent');
    await page.keyboard.press('Enter');
    await header.getByRole('combobox').fill('');
    await expect(header.getByRole('alert')).toHaveCount(0);
    await header.getByRole('combobox').click();
    await expect(header.getByRole('option')).toHaveCount(0);
    await expectNoTrace(page, sent, secret);
  }
  const request = page.getByLabel('Request', { exact: true }).first();
  const run = page.getByRole('button', { name: 'Run' }).first();
  for (const secret of SECRETS) {
    await request.fill(`{"jsonrpc":"2.0","id":1,"method":"x","params":[${JSON.stringify(secret)}]}`);
    await expect(warning(page)).toBeVisible();
    await run.click();
    await expectNoTrace(page, sent, secret);
  }
  const hex = KEY.slice(2);
  await request.fill(`{"jsonrpc":"2.0","id":1,"method":"x","params":["${hex}"]}`);
  await run.click();
  await expect(warning(page)).toContainText('32 bytes of hex');
  expect(sent.filter((each) => each.includes(hex))).toEqual([]);
  await run.click();
  await expect(page.getByText(/^200, \d+ ms$/)).toBeVisible();
  expect(sent.filter((each) => each.includes(hex))).toHaveLength(1);
});

test('without JavaScript, a secret is posted and reported, and appears in no URL', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  const send = async (path: string, field: string, secret: string) => {
    await page.goto(path);
    const box = page.getByRole('main').locator(`[name="${field}"]`);
    await box.fill(secret);
    await box.press('Enter');
    await expect(page.getByRole('alert')).toContainText('reached this server');
    await expect(page).toHaveURL('/find');
    expect(await page.content()).not.toContain(secret.slice(0, 20));
  };
  for (const secret of SECRETS) await send('/', 'q', secret);
  await send('/bitcoin', 'q', WIF);
  await send(`/bitcoin/${KEY}?chain=31337`, 'match', WIF);
  await send(`/account/${SAMPLE_WALLET}?chain=104`, 'q', PHRASE);
  for (const secret of SECRETS)
    for (const trace of traces(secret)) expect(urls.filter((url) => url.includes(trace))).toEqual([]);
  await page.goto('/');
  await page.getByRole('main').getByRole('combobox').fill(KEY.slice(2));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/find');
  await page.getByRole('link', { name: /x-only/ }).click();
  await expect(page).toHaveURL(`/bitcoin/${KEY.slice(2)}`);
  await context.close();
});
