import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { LEGACY_HEADERS, legacySignature, simpleSignature } from '@/lib/testing/bitcoin/made-signatures';
import { addressOf, publicKeyOf } from '@/lib/testing/bitcoin/made-spends';
import { test } from './test';

const privateKey = (name: string) => createHash('sha256').update(`signature page ${name}`).digest();
const MULTISIG = 'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9';

const message = (page: Page) => page.getByLabel('Message');
const open = async (page: Page, path: string) => {
  await page.goto(path);
  if (/\/0[23]/.test(path)) await page.getByRole('heading', { name: 'Prove ownership' }).click();
  await page.getByRole('button', { name: /^Prove who holds/ }).click();
};
const check = async (page: Page, signature: string) => {
  await page.getByLabel('Signature', { exact: true }).fill(signature);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
};

/** Records every request that the page sends in the returned array. URLs are recorded both raw and decoded. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { url, body } = { url: request.url(), body: request.postData() ?? '' };
    sent.push(`${url} ${decodeURIComponent(url)} ${body} ${JSON.stringify(request.headers())}`);
  });
  return sent;
}

test('a pasted signature reveals the public key, and nothing is sent before the form is submitted', async ({
  page,
}) => {
  const key = privateKey('pasted');
  const address = addressOf({ privateKey: key, form: 'p2wpkh' });
  const publicKey = publicKeyOf(key);
  const sent = sentBy(page);
  await open(page, `/bitcoin/${address}?chain=31337`);
  await expect(page.getByText('Nothing is recorded for this address')).toBeVisible();
  const proposed = await message(page).inputValue();
  expect(proposed).toMatch(/^Satchel: .* \d{4}-\d\d-\d\d\. This moves no coins\.$/);
  expect(proposed).toContain(address);
  expect(proposed.length).toBeLessThan(200);
  const signature = legacySignature(key, proposed, LEGACY_HEADERS.p2pkh);
  await check(page, signature);
  await expect(page.getByText('Signed with the key of this address')).toBeVisible();
  await expect(page.getByText(publicKey, { exact: true })).toBeVisible();
  await page.getByRole('switch', { name: 'Remember this pairing' }).check();
  await page.waitForLoadState('networkidle');
  expect(sent.length).toBeGreaterThan(0);
  const secrets = [publicKey, signature, encodeURIComponent(signature), 'I hold the key', 'I%20hold'];
  for (const secret of secrets) expect(sent.filter((request) => request.includes(secret))).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/bitcoin/${publicKey}`));
  await expect(page.getByText('Belongs to this key', { exact: true })).toBeVisible();
  expect(sent.some((request) => request.includes(publicKey))).toBe(true);
  for (const secret of [signature, encodeURIComponent(signature), 'I hold the key'])
    expect(sent.filter((request) => request.includes(secret))).toEqual([]);
  // The address now has a record, but its page still offers a proof.
  await page.goto(`/bitcoin/${address}`);
  await expect(page.getByRole('list', { name: 'Recorded accounts' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Prove who holds its key' })).toBeVisible();
});

test('the page explains why a signature fails, and changing the message clears the result', async ({
  page,
}) => {
  const key = privateKey('failing');
  const address = addressOf({ privateKey: key, form: 'p2wpkh' });
  await open(page, `/bitcoin/${address}`);
  await message(page).fill('Hello');
  const by = (signer: Buffer) => simpleSignature({ privateKey: signer, form: 'p2wpkh' }, 'Hello');
  const whole = by(key);
  for (const [signature, sentence] of [
    ['', 'The signature is empty'],
    ['not base64!', 'The signature is not base64'],
    ['AAECAwQFBgcICQ==', 'these 10 bytes are neither'],
    [by(privateKey('another')), `A different key signed this: ${publicKeyOf(privateKey('another'))}`],
    [
      legacySignature(key, 'Hullo', 39),
      'a different text was signed (every space and line break counts), or',
    ],
    [legacySignature(key, 'Hello', 35), 'is for nested segwit addresses'],
    [`ful${whole}`, 'the “full” form of BIP-322'],
    ['A'.repeat(2049), 'longer than 2048 characters'],
  ] as const) {
    await check(page, signature);
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await check(page, whole);
  await expect(page.getByText('Signed with the key of this address')).toBeVisible();
  await message(page).fill('Hello ');
  await expect(page.getByText('Signed with the key of this address')).toHaveCount(0);
  await check(page, whole);
  await expect(page.getByText('does not match this message')).toBeVisible();
  await message(page).fill('x'.repeat(5000));
  await check(page, whole);
  await expect(page.getByText('The message is longer than 4096 bytes')).toBeVisible();
  await open(page, `/bitcoin/${MULTISIG}`);
  await expect(page.getByText('hash of a script (P2WSH), such as multisig')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toHaveCount(0);
});

test('a taproot signature reveals the output key, with a note that this key has no account', async ({
  page,
}) => {
  const spender = { privateKey: privateKey('taproot'), form: 'p2tr' } as const;
  await open(page, `/bitcoin/${addressOf(spender)}`);
  await check(page, simpleSignature(spender, await message(page).inputValue()));
  await expect(page.getByText('by the output key in this taproot address')).toBeVisible();
  await expect(page.getByText('so it has no account')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Look up', exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Look up the wallet’s public key' })).toBeVisible();
});

test('a wallet can sign the message, and the page distinguishes a refusal from a wallet in which another address is selected', async ({
  page,
}) => {
  const key = privateKey('wallet');
  const address = addressOf({ privateKey: key, form: 'p2shP2wpkh' });
  await page.exposeFunction('signedByWallet', (text: string) => legacySignature(key, text, 31));
  await page.addInitScript((own) => {
    const { signedByWallet } = window as unknown as { signedByWallet: (text: string) => Promise<string> };
    const steps: (() => unknown)[] = [
      () => Promise.reject({ code: 4001, message: 'User rejected the request.' }),
      () => ['bc1qother'],
    ];
    Object.assign(window, {
      unisat: {
        requestAccounts: async () => steps.shift()?.() ?? [own],
        signMessage: (text: string, protocol: string) =>
          protocol === 'ecdsa' ? signedByWallet(text) : Promise.reject(new Error(protocol)),
      },
    });
  }, address);
  await open(page, `/bitcoin/${address}`);
  await page.getByRole('button', { name: 'Sign with a wallet' }).click();
  const wallet = page.getByRole('button', { name: 'UniSat' });
  await wallet.click();
  await expect(page.getByText('UniSat refused, so nothing was signed')).toBeVisible();
  await wallet.click();
  await expect(page.getByText('UniSat has another address chosen')).toBeVisible();
  await wallet.click();
  await expect(page.getByText('Signed with the key of this address')).toBeVisible();
  await expect(page.getByText(publicKeyOf(key), { exact: true })).toBeVisible();
});

test('on the page of a key, any of its addresses can sign', async ({ page }) => {
  const key = privateKey('key page');
  const sent = sentBy(page);
  await open(page, `/bitcoin/${publicKeyOf(key)}?chain=31337`);
  for (const form of ['p2tr', 'p2pkhUncompressed', 'p2wpkh'] as const) {
    const spender = { privateKey: key, form };
    await page.getByLabel('Address', { exact: true }).selectOption(addressOf(spender));
    const text = await message(page).inputValue();
    expect(text).toContain(addressOf(spender));
    await check(
      page,
      form === 'p2pkhUncompressed' ? legacySignature(key, text, 27) : simpleSignature(spender, text),
    );
    await expect(
      page.getByText(
        form === 'p2tr' ? 'so the signer holds the key of this page' : 'It is the key of this page',
      ),
    ).toBeVisible();
  }
  expect(sent.filter((request) => request.includes('I hold the key'))).toEqual([]);
});
