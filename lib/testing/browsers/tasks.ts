import { SAMPLE_BIG_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import type { BrowserDriver } from './driver';

/** A published key with one of its addresses. */
const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const KEY_ADDRESS = 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u';
const ACCOUNT = `/account/${SAMPLE_WALLET}?chain=104`;

/** Paths of all pages, by page name. */
const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  tokens: ACCOUNT,
  NFTs: `${ACCOUNT}&tab=nfts`,
  '10,000 NFTs': `/account/${SAMPLE_BIG_WALLET}?chain=104`,
  token: `/account/${SAMPLE_WALLET}/${sampleAddress('account token reef')}?chain=104`,
  NFT: `/account/${SAMPLE_WALLET}/${sampleAddress('account lantern 2')}?chain=104`,
  mint: `/account/${sampleAddress('mint token reef')}?chain=104`,
  'Bitcoin form': '/bitcoin',
  'Bitcoin key': `/bitcoin/${KEY}?chain=31337`,
  'Bitcoin address': `/bitcoin/${KEY_ADDRESS}`,
  API: '/docs',
  'API method': '/docs/enhancedGetTokensAndNFTs',
  'missing page': '/no-such-page',
};

/** Code that runs in the page before the code of a task and defines the functions that tasks use. */
const TOOLS = `
  const until = async (what, find) => {
    for (const end = performance.now() + 60000; performance.now() < end; await new Promise((r) => setTimeout(r, 50))) {
      const found = find();
      if (found) return found;
    }
    throw new Error('timed out: ' + what);
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const named = (selector, text) => all(selector).find((it) => it.textContent.trim().startsWith(text));
  const click = async (selector, text) => (await until(text, () => named(selector, text))).click();
  const type = (input, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  // The page handles this key as soon as its script runs.
  await until('script', () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
    return document.querySelector('dialog[aria-labelledby="shortcuts"][open]');
  });
  document.querySelector('dialog[aria-labelledby="shortcuts"]').close();
`;

type Task = { name: string; path: string; body: string; expected: RegExp };

const TASKS: readonly Task[] = [
  {
    name: 'connects a Solana wallet and sees what it holds',
    path: '/',
    body: `
      const account = {
        address: '${SAMPLE_WALLET}', publicKey: new Uint8Array(32), chains: ['solana:mainnet'], features: [],
      };
      let accounts = [];
      const wallet = {
        version: '1.0.0', name: 'Stub Wallet', icon: 'data:image/png;base64,iVBORw0KGgo=',
        chains: ['solana:mainnet'],
        features: {
          'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: (accounts = [account]) }) },
          'standard:events': { version: '1.0.0', on: () => () => undefined },
          'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] },
        },
        get accounts() { return accounts; },
      };
      dispatchEvent(new CustomEvent('wallet-standard:register-wallet', {
        detail: ({ register }) => register(wallet),
      }));
      await click('main button', 'Stub Wallet');
      await until('account page', () => location.pathname.startsWith('/account/'));
      return location.pathname + ' ' + (await until('header', () => named('header button', 'Wallet Stub'))).textContent;`,
    expected: /^\/account\/4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby Wallet Stub Wallet/,
  },
  {
    name: 'finds the locked NFTs of a wallet',
    path: ACCOUNT,
    body: `
      await click('a', '5 locked NFTs');
      const cards = await until('cards', () => all('a[data-card]').length === 5 && all('a[data-card]'));
      return location.search + ' ' + cards.length;`,
    expected: /only=locked 5$/,
  },
  {
    name: 'says which token is dangerous and why',
    path: ACCOUNT,
    body: `
      await click('button.label', 'permanent delegate');
      return (await until('reason', () => document.querySelector('#explanation:popover-open'))).textContent;`,
    expected: /can move or burn it/,
  },
  {
    name: 'exports one collection',
    path: `${ACCOUNT}&tab=nfts`,
    body: `
      await click('a', 'Only this collection');
      await until('collection', () => named('main a', 'All NFTs'));
      const saved = new Promise((resolve) => {
        const create = URL.createObjectURL;
        URL.createObjectURL = (blob) => (resolve(blob.text()), create(blob));
      });
      await click('button', 'Export');
      await click('[popover] button', 'Export this view (CSV)');
      const lines = (await saved).trim().split('\\r\\n');
      return lines.length + ' ' + lines.slice(1).every((line) => line.startsWith('Tidepool'));`,
    expected: /^25 true$/,
  },
  {
    name: 'says on which chains it is safe to send to a key’s account',
    path: PAGES['Bitcoin key'] ?? '',
    body: `
      return (await until('verdict', () => named('main p, main h2, main strong', 'Checked'))).textContent;`,
    expected: /^Checked \d+ of \d+ chains: confirmed only on the sample network\. Don’t send anything yet\./,
  },
  {
    name: 'checks that an address belongs to a key',
    path: PAGES['Bitcoin key'] ?? '',
    body: `
      type(document.querySelector('#match'), '${KEY_ADDRESS}');
      return (await until('answer', () => named('main *', 'Belongs to this key'))).textContent;`,
    expected: /^Belongs to this key/,
  },
  {
    name: 'makes a first API call',
    path: '/docs',
    body: `
      await click('button', 'Run');
      return (await until('status', () => named('main [aria-live]', '200, '))).textContent;`,
    expected: /^200, \d+ ms/,
  },
];

const WIDTHS = [390, 1280];

/** Opens every page at two widths and performs every task. Yields the result of each check, with any failure. */
export async function* browserChecks(
  browser: BrowserDriver,
  origin: string,
): AsyncGenerator<{ name: string; failure: string | undefined }> {
  const check = async (name: string, work: () => Promise<string | undefined>) => ({
    name,
    failure: await work().catch((error: unknown) => String(error)),
  });
  for (const width of WIDTHS) {
    await browser.resize(width, 900);
    for (const [name, path] of Object.entries(PAGES))
      yield await check(`loads ${name} at ${width} px`, async () => {
        await browser.open(origin + path);
        const over = await browser.run(
          `${TOOLS} return document.documentElement.scrollWidth - document.documentElement.clientWidth;`,
        );
        // The browser reports the status of a missing page as an error.
        const errors = browser.errors().filter((error) => !/404/.test(error));
        if (errors.length > 0) return errors.join('; ');
        return over === 0 ? undefined : `the page is ${String(over)} px too wide`;
      });
  }
  for (const { name, path, body, expected } of TASKS)
    yield await check(name, async () => {
      await browser.open(origin + path);
      const result = String(await browser.run(TOOLS + body));
      return expected.test(result) ? undefined : `expected ${expected}, got ${result}`;
    });
}
