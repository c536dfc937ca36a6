import type { Page } from '@playwright/test';
import { SAMPLE_SPENT_ADDRESS, SAMPLE_UNSPENT_ADDRESS } from '@/lib/bitcoin/spends/sample-addresses';
import { SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { openWithFirstItems } from './account-page';
import { ACCOUNT_STATES, accountPath, type PageState } from './account-states';
import { KEY_STATES } from './key-states';
import { KEY, KEY_ADDRESS } from './published-key';

/** Path of the page of a Bitcoin address on the sample network. The address has spent, so its key can be found. */
const SPENT = `/bitcoin/${SAMPLE_SPENT_ADDRESS}?chain=31337`;

/** Starts the search for the address's key, unless it was started before, and waits for the result. */
async function askOnce(page: Page): Promise<void> {
  const ask = page.getByRole('button', { name: 'Search the sample network' });
  const found = page.getByRole('list', { name: 'Recorded accounts' });
  await ask.or(found).waitFor();
  if (await ask.isVisible()) await ask.click();
  await found.waitFor();
}

/** Opens the API page. Returns the paths of the methods' pages. */
export async function methodPages(page: Page): Promise<string[]> {
  await page.goto('/docs');
  const links = page.getByRole('region', { name: 'Methods', exact: true }).getByRole('link');
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

/** Every page, in each of its states. */
export const STATES: readonly PageState[] = [
  { name: 'home', path: '/' },
  { name: 'home-refused', path: '/?q=bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2v' },
  {
    name: 'home-recognized',
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
    path: accountPath(SAMPLE_TINY_WALLET),
    hasFirstItems: true,
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
      await page.getByRole('banner').getByRole('option').first().waitFor();
    },
  },
  ...ACCOUNT_STATES,
  { name: 'bitcoin-form', path: '/bitcoin' },
  {
    name: 'bitcoin-form-refused',
    path: '/bitcoin',
    after: async (page) => {
      await page
        .getByRole('main')
        .getByRole('combobox')
        .fill(`${KEY_ADDRESS.slice(0, -1)}v`);
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.getByText('checksum').first().waitFor();
    },
  },
  {
    name: 'bitcoin-no-wallet',
    path: '/bitcoin',
    after: async (page) => {
      await page.getByRole('button', { name: 'Connect Bitcoin wallet' }).click();
      await page.getByText('No Bitcoin wallet was found in this browser').waitFor();
    },
  },
  ...KEY_STATES,
  { name: 'bitcoin-x-only', path: `/bitcoin/${KEY.slice(2)}` },
  { name: 'bitcoin-address', path: SPENT, after: askOnce },
  {
    name: 'bitcoin-account',
    path: SPENT,
    after: async (page) => {
      await askOnce(page);
      await page.getByRole('link', { name: /^0x/ }).first().click();
      await page.waitForURL(/\/bitcoin\/0x/);
      await page.getByRole('list', { name: 'Recorded accounts' }).waitFor();
    },
  },
  { name: 'bitcoin-nothing-recorded', path: '/bitcoin/1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
  { name: 'bitcoin-may-have-spent', path: `/bitcoin/${SAMPLE_UNSPENT_ADDRESS}` },
  {
    name: 'bitcoin-nothing-found',
    path: `/bitcoin/${SAMPLE_UNSPENT_ADDRESS}`,
    after: async (page) => {
      await page.getByRole('button', { name: 'Search the sample network' }).click();
      await page.getByText('no key was found').waitFor();
    },
  },
  { name: 'bitcoin-bad', path: '/bitcoin/bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2v' },
  { name: 'docs', path: '/docs' },
  { name: 'docs-method', path: '/docs/enhancedGetTokensAndNFTs' },
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

/** Opens a page in the state `name`. */
export async function openState(page: Page, name: string): Promise<void> {
  const state = STATES.find((each) => each.name === name);
  if (state === undefined) throw new Error(`No state is named ${name}`);
  await state.before?.(page);
  if (state.hasFirstItems) await openWithFirstItems(page, state.path);
  else await page.goto(state.path);
  await state.after?.(page);
}
