import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '@/lib/commands/setup/prepare.mjs';
import { ensurePrograms } from '@/lib/commands/setup/test-tools.mjs';
import { SAMPLE_BIG_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { type BrowserDriver, startFirefox, startWebKit } from './drivers';

// `npm run test:browsers`: opens every page and performs the tasks of a first visitor in Firefox and WebKit. Installs
// the browsers' Debian packages if run as root.

/** Required programs, each with its Debian package. */
const PROGRAMS = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };
const missing = ensurePrograms(PROGRAMS);
const BROWSERS = [
  { browserName: 'Firefox', programs: ['firefox-esr'], start: startFirefox },
  { browserName: 'WebKit', programs: ['WebKitWebDriver', 'Xvfb'], start: startWebKit },
];

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
    name: 'a visitor connects a Solana wallet and sees its account',
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
    name: 'a visitor finds the locked NFTs of a wallet',
    path: ACCOUNT,
    body: `
      await click('a', '5 NFTs can’t be moved');
      const cards = await until('cards', () => all('a[data-card]').length === 5 && all('a[data-card]'));
      return location.search + ' ' + cards.length;`,
    expected: /only=locked 5$/,
  },
  {
    name: 'the account page explains which token is dangerous',
    path: ACCOUNT,
    body: `
      await click('button.label', 'others can move it');
      return (await until('reason', () => document.querySelector('#explanation:popover-open'))).textContent;`,
    expected: /can move or burn it/,
  },
  {
    name: 'a visitor exports one collection',
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
    name: 'the page of a key says on which chains sending is safe',
    path: PAGES['Bitcoin key'] ?? '',
    body: `
      return (await until('verdict', () => named('main p, main h2, main strong', 'No live chain has answered'))).textContent;`,
    expected: /^No live chain has answered\. Don’t send anything yet\./,
  },
  {
    name: 'a visitor checks that an address belongs to a key',
    path: PAGES['Bitcoin key'] ?? '',
    body: `
      type(document.querySelector('#match'), '${KEY_ADDRESS}');
      return (await until('answer', () => named('main *', 'Belongs to this key'))).textContent;`,
    expected: /^Belongs to this key/,
  },
  {
    name: 'a visitor makes a first API call',
    path: '/docs',
    body: `
      await click('button', 'Run');
      return (await until('status', () => named('main [aria-live]', '200, '))).textContent;`,
    expected: /^200, \d+ ms/,
  },
];

const WIDTHS = [390, 1280];

let service: Running;
let origin: string;
beforeAll(async () => {
  await ensureBuild();
  service = await startService({
    RATE_LIMIT_PER_SECOND: '0',
    DASHBOARD: 'on',
    // Only the sample network is reachable, so that no request leaves the machine.
    EVM_CHAINS: '1,111',
    EVM_RPC_URL_1: 'http://127.0.0.1:9',
    SOLANA_RPC_URL_101: 'http://127.0.0.1:9',
    BITCOIN_ESPLORA_URL: 'off',
    BITCOIN_ESPLORA_URL_TESTNET: 'off',
    BITCOIN_ESPLORA_URL_SIGNET: 'off',
  });
  origin = `http://localhost:${service.port}`;
});
afterAll(() => service?.stop());

for (const { browserName, programs, start } of BROWSERS) {
  const absent = programs.filter((program) => missing.includes(program));
  if (absent.length > 0)
    process.stdout.write(
      `${browserName}: NOT RUN: ${absent.join(', ')}: not installed, and cannot be installed here\n`,
    );

  describe.skipIf(absent.length > 0)(browserName, () => {
    let browser: BrowserDriver;
    beforeAll(async () => {
      browser = await start();
    });
    afterAll(() => browser?.close());

    describe.each(WIDTHS)('at %i px', (width) => {
      beforeAll(() => browser.resize(width, 900));

      it.each(Object.entries(PAGES))(
        `${browserName} loads the page “%s” at ${width} px without errors, and it is not too wide`,
        async (_, path) => {
          await browser.open(origin + path);
          const excess = await browser.run(
            `${TOOLS} return document.documentElement.scrollWidth - document.documentElement.clientWidth;`,
          );
          // The browser reports the status of a missing page as an error.
          expect(browser.errors().filter((error) => !/404/.test(error))).toEqual([]);
          expect(excess).toBe(0);
        },
      );
    });

    it.each(TASKS.map((task) => [task.name, task] as const))(
      `%s, in ${browserName}`,
      async (_, { path, body, expected }) => {
        await browser.open(origin + path);
        expect(String(await browser.run(TOOLS + body))).toMatch(expected);
      },
    );
  });
}

it('Firefox or WebKit is installed', () => {
  expect(BROWSERS.some(({ programs }) => programs.every((program) => !missing.includes(program)))).toBe(true);
});
