import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { LEGACY_HEADERS, legacySignature, simpleSignature } from '@/lib/testing/bitcoin/made-signatures';
import { addressOf, publicKeyOf } from '@/lib/testing/bitcoin/made-spends';
import { test } from './test';

// Emulates each wallet's documented calls for signing a message.

const KEY = createHash('sha256').update('signing wallets').digest();
const OTHER = createHash('sha256').update('signing wallets, another').digest();
const addressOfForm = (form: 'p2wpkh' | 'p2tr', privateKey = KEY) => addressOf({ privateKey, form });

/** Function that the test exposes to the page. Fake wallets call it to sign a message with the requested method. */
type Lent = { signFor: (text: string, how: string) => Promise<string> };

/** Functions that install a fake wallet whose selected account is `own`, by wallet. They run in the page. */
const WALLETS: Record<string, (own: string) => void> = {
  OKX: (own) => {
    const { signFor } = window as unknown as Lent;
    const connect = async () => ({ address: own, publicKey: '' });
    Object.assign(window, { okxwallet: { bitcoin: { connect, signMessage: signFor } } });
  },
  Leather: (own) => {
    const { signFor } = window as unknown as Lent;
    const request = async (method: string, { message = '', paymentType = '' } = {}) => {
      if (method !== 'signMessage') throw { error: { code: -32601, message: method } };
      return { result: { signature: await signFor(message, paymentType), address: own } };
    };
    Object.assign(window, { LeatherProvider: { request } });
  },
  Phantom: (own) => {
    const { signFor } = window as unknown as Lent;
    const signMessage = async (address: string, bytes: Uint8Array) => {
      if (address !== own) throw new Error('no such account');
      const signature = atob(await signFor(new TextDecoder().decode(bytes), 'BIP322'));
      return { signature: Uint8Array.from(signature, (character) => character.charCodeAt(0)) };
    };
    const requestAccounts = async () => [{ address: own, publicKey: '', purpose: 'payment' }];
    Object.assign(window, { phantom: { bitcoin: { requestAccounts, signMessage } } });
  },
  'Standard Bitcoin': (own) => {
    const { signFor } = window as unknown as Lent;
    const account = { address: own, publicKey: new Uint8Array(33) };
    const signMessage = async (input: { account: object; message: Uint8Array }) => {
      if (input.account !== account) throw new Error('no such account');
      const signature = atob(await signFor(new TextDecoder().decode(input.message), 'BIP322'));
      return [{ signature: Uint8Array.from(signature, (character) => character.charCodeAt(0)) }];
    };
    const wallet = {
      name: 'Standard Bitcoin',
      accounts: [],
      features: {
        'bitcoin:connect': { version: '1.0.0', connect: async () => ({ accounts: [account] }) },
        'bitcoin:signMessage': { version: '1.0.0', signMessage },
      },
    };
    window.addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent<{ register: (wallet: object) => void }>).detail.register(wallet),
    );
  },
  // Once connected, the wallet signs with whichever of its accounts the page requests.
  Xverse: (own) => {
    const { signFor } = window as unknown as Lent;
    let connected = false;
    const request = async (method: string, { address = '', message = '', protocol = '' } = {}) => {
      if (method === 'wallet_connect') {
        connected = true;
        return { status: 'success', result: { addresses: [{ address: own }] } };
      }
      if (!connected || method !== 'signMessage' || address !== own)
        return { status: 'error', error: { code: -32602, message: 'Invalid params' } };
      return { status: 'success', result: { signature: await signFor(message, protocol), address } };
    };
    Object.assign(window, { XverseProviders: { BitcoinProvider: { request } } });
  },
};

async function openWith(page: Page, name: string, own: string, address: string, form: 'p2wpkh' | 'p2tr') {
  await page.exposeFunction('signFor', (text: string, how: string) => {
    if (['ecdsa', 'ECDSA', 'p2wpkh'].includes(how)) return legacySignature(KEY, text, LEGACY_HEADERS.p2wpkh);
    if (!['bip322-simple', 'BIP322', 'p2tr'].includes(how)) throw new Error(`asked for ${how}`);
    return simpleSignature({ privateKey: KEY, form }, text);
  });
  await page.addInitScript(WALLETS[name] as (own: string) => void, own);
  await page.goto(`/bitcoin/${address}`);
  await page.getByRole('button', { name: 'Prove who holds its key' }).click();
  await page.getByRole('button', { name: 'Sign with a wallet' }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

for (const name of Object.keys(WALLETS)) {
  test(`${name} signs a message for a segwit address, and the signature reveals the public key`, async ({
    page,
  }) => {
    const address = addressOfForm('p2wpkh');
    await openWith(page, name, address, address, 'p2wpkh');
    await expect(page.getByText('Signed with the key of this address')).toBeVisible();
    await expect(page.getByText(publicKeyOf(KEY), { exact: true })).toBeVisible();
  });

  test(`${name} signs a message for a taproot address by BIP-322`, async ({ page }) => {
    const address = addressOfForm('p2tr');
    await openWith(page, name, address, address, 'p2tr');
    await expect(page.getByText('by the output key in this taproot address')).toBeVisible();
  });

  test(`if another account is selected in ${name}, a message is shown and no signature is filled in`, async ({
    page,
  }) => {
    const address = addressOfForm('p2wpkh');
    await openWith(page, name, addressOfForm('p2wpkh', OTHER), address, 'p2wpkh');
    const said = name === 'Xverse' ? 'Xverse gave no signature' : `${name} has another address chosen`;
    await expect(page.getByText(said)).toBeVisible();
    await expect(page.getByLabel('Signature', { exact: true })).toHaveValue('');
  });
}

test('a signature that a wallet returns after the visitor has canceled is ignored', async ({ page }) => {
  const address = addressOfForm('p2wpkh');
  await page.addInitScript((own) => {
    const answers: ((signature: string) => void)[] = [];
    Object.assign(window, {
      allow: (signature: string) => answers.shift()?.(signature),
      unisat: {
        requestAccounts: async () => [own],
        signMessage: () => new Promise((resolve) => answers.push(resolve)),
      },
    });
  }, address);
  await page.goto(`/bitcoin/${address}`);
  await page.getByRole('button', { name: 'Prove who holds its key' }).click();
  const signature = legacySignature(
    KEY,
    await page.getByLabel('Message').inputValue(),
    LEGACY_HEADERS.p2wpkh,
  );
  const allow = () =>
    page.evaluate(
      (given) => (window as unknown as { allow: (signature: string) => void }).allow(given),
      signature,
    );
  await page.getByRole('button', { name: 'Sign with a wallet' }).click();
  await page.getByRole('button', { name: 'UniSat' }).click();
  await expect(page.getByText('Waiting for UniSat')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await allow();
  await page.getByRole('button', { name: 'UniSat' }).click();
  await expect(page.getByText('Waiting for UniSat')).toBeVisible();
  await expect(page.getByLabel('Signature', { exact: true })).toHaveValue('');
  await allow();
  await expect(page.getByText('Signed with the key of this address')).toBeVisible();
});
