import type { Page, Route } from '@playwright/test';
import { SAMPLE_UNSPENT_ADDRESS } from '@/lib/bitcoin/spends/sample-addresses';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import {
  SAMPLE_BIG_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_TINY_WALLET,
  SAMPLE_WALLET,
} from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';

/** A published key, and an address and an account of it. */
export const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
export const KEY_ADDRESS = 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u';

/** A published signature (BIP-322). */
const SIGNED = {
  address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
  message: 'Hello World',
  signature:
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
};

/** A page in one of its states, as screenshots and the accessibility tests look at it. */
export type PageState = {
  name: string;
  path: string;
  /** Before the page is opened. */
  before?: (page: Page) => Promise<void>;
  /** Once it is open. */
  after?: (page: Page) => Promise<void>;
};

/** An account that the server has read whole: how much of it comes with the page is else a matter of pace. */
const sample = (wallet: string, more = '') => `/account/${wallet}?chain=104&whole=1${more}`;

/** The stream's answer by other lines than the server's. */
const stream = (lines: readonly object[]) => async (page: Page) => {
  await page.route('**/api/holdings/**', (route: Route) =>
    route.fulfill({
      contentType: 'application/x-ndjson',
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    }),
  );
};

const HEAD = {
  type: 'head',
  head: {
    address: SAMPLE_BIG_WALLET,
    lamports: '25000000000',
    slot: 3e8,
    tokens: 0,
    nfts: 10_000,
    warnings: [],
  },
};

/** A stream that says how far it is and then says nothing more. */
const halfway = async (page: Page) => {
  await page.addInitScript((head) => {
    const original = window.fetch;
    window.fetch = (input, init) => {
      if (!String(input).includes('/api/holdings/')) return original(input, init);
      const lines = [head, { type: 'progress', step: 'assets', done: 4200, total: 10_000 }];
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(
            new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
          );
          init?.signal?.addEventListener('abort', () =>
            controller.error(new DOMException('aborted', 'AbortError')),
          );
        },
      });
      return Promise.resolve(new Response(body));
    };
  }, HEAD);
};

/** Every page and state. */
export const STATES: readonly PageState[] = [
  { name: 'home', path: '/' },
  { name: 'home-refused', path: '/?q=bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2v' },
  {
    name: 'home-recognised',
    path: '/',
    after: async (page) => {
      await page.getByRole('main').getByRole('combobox').fill(SAMPLE_WALLET);
      await page.getByText('Press Enter').first().waitFor();
    },
  },
  {
    name: 'home-choice',
    path: '/',
    after: async (page) => {
      await page.getByRole('main').getByRole('combobox').fill(KEY.slice(2));
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'home-secret',
    path: '/',
    after: async (page) => {
      await page
        .getByRole('main')
        .getByRole('combobox')
        .fill(`${'abandon '.repeat(11)}about`);
      await page.getByRole('alert').filter({ hasText: 'recovery phrase' }).waitFor();
    },
  },
  {
    name: 'head-choice',
    path: '/docs',
    after: async (page) => {
      await page.getByRole('banner').getByRole('combobox').fill(`${SAMPLE_WALLET} ${KEY_ADDRESS}`);
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'find',
    path: sample(SAMPLE_TINY_WALLET),
    before: async (page) => {
      await page.addInitScript(
        (recent) => localStorage.setItem('satchel.recents', JSON.stringify([recent])),
        {
          href: `/bitcoin/${KEY}`,
          label: 'Bitcoin public key',
          value: KEY,
        },
      );
    },
    after: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
    },
  },
  { name: 'account-tokens', path: sample(SAMPLE_WALLET) },
  { name: 'account-tokens-folded', path: sample(SAMPLE_WALLET, '&fold=1&sort=amount&dir=desc') },
  { name: 'account-nfts', path: sample(SAMPLE_WALLET, '&tab=nfts') },
  { name: 'account-nfts-filtered', path: sample(SAMPLE_WALLET, '&tab=nfts&flat=1&only=locked&q=lantern') },
  { name: 'account-nothing-found', path: sample(SAMPLE_WALLET, '&tab=nfts&q=nothing-like-that') },
  { name: 'account-odd-nfts', path: sample(SAMPLE_WALLET, '&tab=nfts&q=ODD') },
  { name: 'account-mint', path: sample(sampleAddress('mint token reef')) },
  { name: 'account-token-account', path: sample(sampleAddress('account token whale')) },
  { name: 'account-stake', path: sample(sampleAddress('locked stake account')) },
  { name: 'account-multisig', path: sample(sampleAddress('multisig')) },
  { name: 'account-program', path: sample(TOKEN_2022_PROGRAM) },
  { name: 'account-empty', path: sample(SAMPLE_EMPTY_WALLET) },
  { name: 'account-empty-nfts', path: sample(SAMPLE_EMPTY_WALLET, '&tab=nfts') },
  { name: 'account-big', path: sample(SAMPLE_BIG_WALLET, '&tab=nfts') },
  { name: 'account-streaming', path: sample(SAMPLE_BIG_WALLET, '&tab=nfts'), before: halfway },
  {
    name: 'account-cancelled',
    path: sample(SAMPLE_BIG_WALLET, '&tab=nfts'),
    before: halfway,
    after: async (page) => {
      await page.getByText('4,200').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
    },
  },
  {
    name: 'account-stream-failed',
    path: sample(SAMPLE_BIG_WALLET, '&tab=nfts'),
    before: stream([
      HEAD,
      {
        type: 'failed',
        part: 'listing',
        reason: 'deadline-exceeded',
        message: 'Time ran out with 4200 of 10000 mint and metadata accounts read',
        retry: true,
      },
    ]),
  },
  {
    name: 'account-unreachable',
    path: `/account/${SAMPLE_EMPTY_WALLET}`,
    after: async (page) => {
      await page
        .getByRole('button', { name: /Retry|Try again/ })
        .first()
        .waitFor({ timeout: 28_000 });
    },
  },
  {
    name: 'account-rate-limited',
    path: sample(SAMPLE_BIG_WALLET, '&tab=nfts'),
    before: async (page) => {
      await page.route('**/api/holdings/**', (route) =>
        route.fulfill({
          status: 429,
          json: {
            reason: 'rate-limited',
            message: 'Limit of 100 work units a second (burst 1000) exceeded; try again in 3 s',
          },
        }),
      );
    },
    after: async (page) => {
      await page.getByText('Too many look-ups').waitFor();
    },
  },
  { name: 'account-bad-address', path: '/account/0OIl' },
  { name: 'account-unserved-chain', path: `/account/${SAMPLE_WALLET}?chain=999` },
  {
    name: 'item-nft',
    path: sample(SAMPLE_WALLET, '&tab=nfts&q=Tidepool'),
    after: async (page) => {
      await page
        .getByRole('link', { name: /Tidepool #1\b/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: 'Tidepool #1' }).waitFor();
    },
  },
  {
    name: 'item-token',
    path: sample(SAMPLE_WALLET),
    after: async (page) => {
      await page.getByRole('link', { name: 'WHALE' }).click();
      await page.getByRole('heading', { level: 1, name: 'WHALE' }).waitFor();
    },
  },
  { name: 'item-missing', path: `/account/${SAMPLE_WALLET}/${SAMPLE_EMPTY_WALLET}?chain=104` },
  { name: 'bitcoin-form', path: '/bitcoin' },
  {
    name: 'bitcoin-form-refused',
    path: '/bitcoin',
    after: async (page) => {
      await page.getByLabel('Public key').fill('02ab');
      await page.getByLabel('Bitcoin address').fill('bc1qbad');
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'bitcoin-no-wallet',
    path: '/bitcoin',
    after: async (page) => {
      await page.getByRole('button', { name: 'Fill in from a wallet' }).click();
      await page.getByText('No Bitcoin wallet is in this browser').waitFor();
    },
  },
  {
    name: 'bitcoin-key',
    path: `/bitcoin/${KEY}?chain=31337&match=${KEY_ADDRESS}`,
    after: async (page) => {
      await page.getByText('not deployed', { exact: true }).first().waitFor();
    },
  },
  { name: 'bitcoin-key-unknown', path: `/bitcoin/${KEY}?version=1.0.0` },
  { name: 'bitcoin-x-only', path: `/bitcoin/${KEY.slice(2)}` },
  { name: 'bitcoin-address', path: `/bitcoin/${KEY_ADDRESS}` },
  { name: 'bitcoin-nothing-recorded', path: '/bitcoin/1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
  {
    name: 'bitcoin-signature',
    path: `/bitcoin/${SIGNED.address}`,
    after: async (page) => {
      await page.getByRole('button', { name: 'Prove it with a signature' }).click();
      await page.getByLabel('Message').fill(SIGNED.message);
      await page.getByLabel('Signature', { exact: true }).fill(SIGNED.signature);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByText('by the key that this address belongs to').waitFor();
    },
  },
  {
    name: 'bitcoin-signature-refused',
    path: `/bitcoin/${SIGNED.address}`,
    after: async (page) => {
      await page.getByRole('button', { name: 'Prove it with a signature' }).click();
      await page.getByRole('button', { name: 'Sign with a wallet' }).click();
      await page.getByLabel('Signature', { exact: true }).fill(SIGNED.signature);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByText('it did not sign this message').waitFor();
    },
  },
  { name: 'bitcoin-may-have-spent', path: `/bitcoin/${SAMPLE_UNSPENT_ADDRESS}` },
  { name: 'bitcoin-bad', path: '/bitcoin/bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2v' },
  { name: 'docs', path: '/docs' },
  {
    name: 'docs-run',
    path: '/docs',
    after: async (page) => {
      await page.getByRole('button', { name: 'Run' }).first().click();
      await page.getByText(/^200, \d+ ms$/).waitFor();
    },
  },
  { name: 'not-found', path: '/no-such-page' },
];
