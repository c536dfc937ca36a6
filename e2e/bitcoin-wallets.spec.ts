import { expect, type Page } from '@playwright/test';
import { KEY, KEY_ADDRESS } from './published-key';
import { test } from './test';

const walletsOf = (page: Page) => page.getByRole('group', { name: 'Bitcoin wallets' });

/** Opens `/bitcoin` and clicks a wallet. */
const pick = async (page: Page, name: string) => {
  await page.goto('/bitcoin');
  const wallet = walletsOf(page).getByRole('button', { name, exact: true });
  // The option shows the icon that the wallet announces, otherwise a generic one.
  await expect(wallet.locator('svg, img')).toHaveCount(1);
  await wallet.click();
};
/** Expects the page of the key, which compares the wallet's address with the key. */
const expectKeyPage = async (page: Page) => {
  await expect(page).toHaveURL(`/bitcoin/${KEY}?match=${KEY_ADDRESS}`);
  await expect(page.getByText('Belongs to this key', { exact: true })).toBeVisible();
};
const pair = { key: KEY, address: KEY_ADDRESS };

test('UniSat opens the page of its key, and a test network and an account switch are reported', async ({
  page,
}) => {
  await page.addInitScript(({ key, address }) => {
    const listeners: Record<string, () => void> = {};
    Object.assign(window, {
      listeners,
      unisat: {
        requestAccounts: async () => [address],
        getPublicKey: async () => key,
        getChain: async () => ({ enum: 'BITCOIN_SIGNET' }),
        on: (event: string, listener: () => void) => {
          listeners[event] = listener;
        },
        removeListener: () => undefined,
      },
    });
  }, pair);
  await pick(page, 'UniSat');
  await expectKeyPage(page);
  await page.goBack();
  await expect(page.getByText('not on Bitcoin mainnet (BITCOIN_SIGNET)')).toBeVisible();
  await page.evaluate(() =>
    (window as unknown as { listeners: Record<string, () => void> }).listeners.accountsChanged?.(),
  );
  await expect(page.getByText('UniSat switched to another account or network')).toBeVisible();
});

test('the page of an address without a known key offers a wallet, whose key is compared with the address', async ({
  page,
}) => {
  await page.addInitScript(({ key, address }) => {
    Object.assign(window, {
      unisat: { requestAccounts: async () => [address], getPublicKey: async () => key },
    });
  }, pair);
  const address = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
  await page.goto(`/bitcoin/${address}`);
  await walletsOf(page).getByRole('button', { name: 'UniSat', exact: true }).click();
  await expect(page).toHaveURL(`/bitcoin/${KEY}?match=${address}`);
  await expect(page.getByText('Does not belong to this key')).toBeVisible();
});

/** Expects the page of the x-only key, and opens the page of the second full key that fits it. */
const chooseOddKey = async (page: Page) => {
  await expect(page).toHaveURL(new RegExp(`/bitcoin/${KEY.slice(2)}\\?match=bc1p`));
  await expect(page.getByRole('heading', { name: 'Which of these two keys is yours?' })).toBeVisible();
  await page.getByRole('link', { name: 'This one is mine' }).last().click();
  await expect(page).toHaveURL(new RegExp(`/bitcoin/03${KEY.slice(2)}\\?match=bc1p`));
};

test('for an x-only key from OKX, the page with both possible keys opens', async ({ page }) => {
  await page.addInitScript((x) => {
    Object.assign(window, {
      okxwallet: {
        bitcoin: {
          connect: async () => ({
            address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
            publicKey: x,
          }),
        },
      },
    });
  }, KEY.slice(2));
  await pick(page, 'OKX');
  await chooseOddKey(page);
});

test('Xverse opens the page of its payment key, and offers its taproot key afterwards', async ({ page }) => {
  await page.addInitScript(({ key, address }) => {
    Object.assign(window, {
      XverseProviders: {
        BitcoinProvider: {
          request: async (method: string) =>
            method === 'wallet_connect'
              ? {
                  status: 'success',
                  result: {
                    addresses: [
                      { address: 'bc1pordinals', publicKey: key.slice(2), purpose: 'ordinals' },
                      { address, publicKey: key, purpose: 'payment' },
                    ],
                    network: { bitcoin: { name: 'Mainnet' } },
                  },
                }
              : { error: { code: -32601, message: 'no such method' } },
        },
      },
    });
  }, pair);
  await pick(page, 'Xverse');
  await expectKeyPage(page);
  await page.goBack();
  await page.getByRole('button', { name: /x-only key/ }).click();
  await chooseOddKey(page);
});

test('UniSat reports a refused connection and a locked wallet, and Leather a refused connection and only Bitcoin addresses', async ({
  page,
}) => {
  await page.addInitScript(({ key, address }) => {
    let [calls, unisatCalls] = [0, 0];
    Object.assign(window, {
      unisat: {
        requestAccounts: () =>
          unisatCalls++ === 0
            ? Promise.reject({ code: 4001, message: 'User rejected the request.' })
            : Promise.reject({ message: 'Wallet is locked' }),
      },
      LeatherProvider: {
        request: () =>
          calls++ === 0
            ? Promise.reject({ error: { code: 4001, message: 'User rejected request' } })
            : Promise.resolve({
                result: {
                  addresses: [
                    { symbol: 'STX', address: 'SP123', publicKey: `03${key.slice(2)}` },
                    { symbol: 'BTC', type: 'p2wpkh', address, publicKey: key },
                  ],
                },
              }),
      },
    });
  }, pair);
  await pick(page, 'UniSat');
  await expect(page.getByText('The connection was refused in UniSat, so nothing was read')).toBeVisible();
  await walletsOf(page).getByRole('button', { name: 'UniSat' }).click();
  await expect(page.getByText('UniSat is locked')).toBeVisible();
  const leather = walletsOf(page).getByRole('button', { name: 'Leather', exact: true });
  await expect(leather.locator('svg, img')).toHaveCount(1);
  await leather.click();
  await expect(page.getByText('The connection was refused in Leather')).toBeVisible();
  await walletsOf(page).getByRole('button', { name: 'Leather' }).click();
  await expectKeyPage(page);
  await page.goBack();
  // The address of Stacks is not among the addresses that can be used.
  await expect(page.getByText('From Leather:').locator('..').getByRole('button')).toHaveCount(1);
});

test('a Wallet Standard Bitcoin wallet opens the page of its key', async ({ page }) => {
  await page.addInitScript(({ key, address }) => {
    const wallet = {
      name: 'Standard Bitcoin',
      icon: 'data:image/png;base64,iVBORw0KGgo=',
      accounts: [],
      features: {
        'bitcoin:connect': {
          version: '1.0.0',
          connect: async () => ({
            accounts: [
              {
                address,
                publicKey: Uint8Array.from(key.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16)),
              },
            ],
          }),
        },
      },
    };
    window.addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent<{ register: (wallet: object) => void }>).detail.register(wallet),
    );
    // The page must ignore a wallet for another chain and invalid announcements.
    for (const other of [
      { ...wallet, features: { 'solana:signTransaction': {} } },
      null,
      { name: 'No more' },
    ])
      window.addEventListener('wallet-standard:app-ready', (event) =>
        (event as CustomEvent<{ register: (wallet: unknown) => void }>).detail.register(other),
      );
  }, pair);
  await pick(page, 'Standard Bitcoin');
  await expectKeyPage(page);
});

test('Phantom opens the page of its Bitcoin account, and a response that arrives after the visitor has canceled is ignored', async ({
  page,
}) => {
  await page.addInitScript(({ key, address }) => {
    const answers: ((accounts: object[]) => void)[] = [];
    Object.assign(window, {
      allow: (i: number) => answers[i]?.([{ address, publicKey: key, purpose: 'payment' }]),
      phantom: {
        bitcoin: { requestAccounts: () => new Promise((resolve) => answers.push(resolve)) },
      },
    });
  }, pair);
  const allow = (i: number) =>
    page.evaluate((at) => (window as unknown as { allow: (i: number) => void }).allow(at), i);
  await pick(page, 'Phantom');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await allow(0);
  await walletsOf(page).getByRole('button', { name: 'Phantom' }).click();
  await expect(page.getByText('Waiting for Phantom')).toBeVisible();
  await expect(page).toHaveURL('/bitcoin');
  await allow(1);
  await expectKeyPage(page);
});

test('one click on a Bitcoin wallet on the home page opens the page of its key', async ({ page }) => {
  await page.addInitScript(({ key, address }) => {
    const account = { address, publicKey: key, purpose: 'payment' };
    Object.assign(window, {
      unisat: { requestAccounts: async () => [address], getPublicKey: async () => key },
      phantom: { bitcoin: { requestAccounts: async () => [account] } },
      XverseProviders: {
        BitcoinProvider: { request: async () => ({ status: 'success', result: { addresses: [account] } }) },
      },
    });
  }, pair);
  for (const name of ['UniSat', 'Xverse', 'Phantom']) {
    await page.goto('/');
    await walletsOf(page).getByRole('button', { name, exact: true }).click();
    await expectKeyPage(page);
  }
});

test('without a Bitcoin wallet, the page names wallets, and clicking the words does not close the panel', async ({
  page,
}) => {
  await page.goto('/bitcoin');
  await page.getByRole('button', { name: 'Connect Bitcoin wallet' }).click();
  const words = page.getByText('No Bitcoin wallet was found in this browser');
  await words.click();
  await expect(words).toBeVisible();
});
