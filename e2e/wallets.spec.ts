import { expect, type Page } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { KEY, KEY_ADDRESS } from './published-key';
import { test } from './test';

const pick = async (page: Page, name: string) => {
  await page.goto('/bitcoin');
  await page.getByRole('button', { name: 'Connect Bitcoin wallet' }).click();
  const wallet = page.getByRole('button', { name, exact: true });
  // The option shows the icon that the wallet announces, otherwise a generic one.
  await expect(wallet.locator('svg, img')).toHaveCount(1);
  await wallet.click();
};
const box = (page: Page) => page.getByRole('main').getByRole('combobox');
/** Looks up the filled-in key and expects the page to compare the wallet's address with the key. */
const expectFilled = async (page: Page) => {
  await expect(page.getByRole('button', { name: 'Look up', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/bitcoin/${KEY}?match=${KEY_ADDRESS}`);
  await expect(page.getByText('Belongs to this key', { exact: true })).toBeVisible();
};
const pair = { key: KEY, address: KEY_ADDRESS };

test('a Wallet Standard Solana wallet fills in its address without signing', async ({ page }) => {
  await page.addInitScript((address) => {
    const account = {
      address,
      publicKey: new Uint8Array(32).fill(1),
      chains: ['solana:mainnet'],
      features: ['solana:signTransaction'],
    };
    let accounts: object[] = [];
    let told: (changed: object) => void = () => undefined;
    let refuse = true;
    const wallet = {
      version: '1.0.0',
      name: 'Stub Wallet',
      icon: 'data:image/png;base64,iVBORw0KGgo=',
      chains: ['solana:mainnet'],
      get accounts() {
        return accounts;
      },
      features: {
        'standard:connect': {
          version: '1.0.0',
          connect: async () => {
            if (refuse) {
              refuse = false;
              throw new Error('User rejected the request.');
            }
            accounts = [account];
            return { accounts };
          },
        },
        'standard:events': {
          version: '1.0.0',
          on: (_: string, listener: typeof told) => {
            told = listener;
            return () => undefined;
          },
        },
        'solana:signTransaction': {
          version: '1.0.0',
          supportedTransactionVersions: ['legacy', 0],
          signTransaction: async () => {
            document.title = 'SIGNED';
            return [];
          },
        },
        'solana:signAndSendTransaction': {
          version: '1.0.0',
          supportedTransactionVersions: ['legacy', 0],
          signAndSendTransaction: async () => {
            document.title = 'SIGNED';
            return [];
          },
        },
      },
    };
    const announce = ({ register }: { register: (wallet: object) => void }) => register(wallet);
    window.addEventListener('wallet-standard:app-ready', (event) => announce((event as CustomEvent).detail));
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: announce }));
    Object.assign(window, {
      switchAccount: () => {
        accounts = [
          {
            ...account,
            address: 'So11111111111111111111111111111111111111112',
            publicKey: new Uint8Array(32).fill(2),
          },
        ];
        told({ accounts });
      },
    });
  }, SAMPLE_WALLET);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const before = scripts.length;
  // The wallet's icon is shown before any click.
  await expect(page.getByRole('button', { name: 'Connect Solana wallet' }).locator('img')).toHaveCount(1);
  await page.getByRole('button', { name: 'Connect Solana wallet' }).click();
  await expect(page.getByRole('button', { name: 'Stub Wallet' }).locator('img')).toHaveCount(1);
  await page.getByRole('button', { name: 'Stub Wallet' }).click();
  expect(scripts.length).toBeGreaterThan(before);
  await expect(page.getByText('The connection was refused in Stub Wallet')).toBeVisible();
  await page.getByRole('button', { name: 'Stub Wallet' }).click();
  const field = page.getByRole('main').getByRole('combobox');
  await expect(field).toHaveValue(SAMPLE_WALLET);
  await expect(page.getByRole('button', { name: 'Look up' })).toBeFocused();
  await page.evaluate(() => (window as unknown as { switchAccount: () => void }).switchAccount());
  await expect(page.getByText('switched to another account')).toBeVisible();
  await expect(field).toHaveValue('So11111111111111111111111111111111111111112');
  // The wallet only fills in the field. The visitor must open the page.
  await expect(page).toHaveURL('/');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account/So11111111111111111111111111111111111111112');
  await expect(page).not.toHaveTitle('SIGNED');
});

test('UniSat fills in the key and the address, and reports an account switch and a test network', async ({
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
  await expect(box(page)).toHaveValue(KEY);
  await expect(page.getByText('not on Bitcoin mainnet (BITCOIN_SIGNET)')).toBeVisible();
  await page.evaluate(() =>
    (window as unknown as { listeners: Record<string, () => void> }).listeners.accountsChanged?.(),
  );
  await expect(page.getByText('UniSat switched to another account or network')).toBeVisible();
  await expectFilled(page);
});

test('UniSat reports a refused connection and a locked wallet', async ({ page }) => {
  await page.addInitScript(() => {
    let calls = 0;
    Object.assign(window, {
      unisat: {
        requestAccounts: () =>
          calls++ === 0
            ? Promise.reject({ code: 4001, message: 'User rejected the request.' })
            : Promise.reject({ message: 'Wallet is locked' }),
      },
    });
  });
  await pick(page, 'UniSat');
  await expect(page.getByText('The connection was refused in UniSat, so nothing was read')).toBeVisible();
  await page.getByRole('button', { name: 'UniSat' }).click();
  await expect(page.getByText('UniSat is locked')).toBeVisible();
});

test('for an x-only key from OKX, both possible keys are offered', async ({ page }) => {
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
  await expect(page.getByText('This wallet gave an x-only key')).toBeVisible();
  await expect(page.getByText('Read from OKX')).toBeVisible();
  await expect(page.getByText('Filled in')).toHaveCount(0);
  await expect(box(page)).toHaveValue('');
  await page.getByRole('button', { name: `03${KEY.slice(2)}` }).click();
  await expect(box(page)).toHaveValue(`03${KEY.slice(2)}`);
});

test('Xverse fills in the payment key, and the taproot key is offered as an alternative', async ({
  page,
}) => {
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
  await expect(box(page)).toHaveValue(KEY);
  await expect(page.getByRole('button', { name: /x-only key/ })).toBeVisible();
});

test('Leather fills in only Bitcoin addresses, and refusals by Leather are recognized', async ({ page }) => {
  await page.addInitScript(({ key, address }) => {
    let calls = 0;
    Object.assign(window, {
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
  await pick(page, 'Leather');
  await expect(page.getByText('The connection was refused in Leather')).toBeVisible();
  await page.getByRole('button', { name: 'Leather' }).click();
  await expect(box(page)).toHaveValue(KEY);
  await expect(page.getByRole('button', { name: /instead/ })).toHaveCount(0);
});

test('a Wallet Standard Bitcoin wallet fills in its key', async ({ page }) => {
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
  await page.goto('/bitcoin');
  // The wallet's icon is shown before any click.
  await expect(page.getByRole('button', { name: 'Connect Bitcoin wallet' }).locator('img')).toHaveCount(1);
  await pick(page, 'Standard Bitcoin');
  await expect(box(page)).toHaveValue(KEY);
});

test('Phantom fills in its Bitcoin account, and a response that arrives after the visitor has canceled is ignored', async ({
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
  await page.getByRole('button', { name: 'Phantom' }).click();
  await expect(page.getByText('Waiting for Phantom')).toBeVisible();
  await expect(box(page)).toHaveValue('');
  await allow(1);
  await expect(page.getByText('Filled in from Phantom')).toBeVisible();
  await expect(box(page)).toHaveValue(KEY);
  await expectFilled(page);
});
