import type { Page } from '@playwright/test';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import {
  SAMPLE_BIG_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_SHOWCASE_WALLET,
  SAMPLE_WALLET,
} from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { HEAD, halfway, stream } from './scripted-holdings';

/** A state of a page, for screenshots and accessibility tests. */
export type PageState = {
  name: string;
  path: string;
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** Runs after the page is opened. */
  after?: (page: Page) => Promise<void>;
};

/** Path of an account page with `whole`: the page waits for the complete list, so its content is deterministic. */
export const wholeAccount = (wallet: string, more = '') => `/account/${wallet}?chain=104&whole=1${more}`;

/** Path of the page of an item in the sample wallet, by the item's label. */
const item = (label: string) => `/account/${SAMPLE_WALLET}/${sampleAddress(`account ${label}`)}?chain=104`;

/** States of accounts and items: every type of account, every lock, and lists in every state. */
export const ACCOUNT_STATES: readonly PageState[] = [
  { name: 'account-tokens', path: wholeAccount(SAMPLE_WALLET) },
  { name: 'account-showcase-tokens', path: wholeAccount(SAMPLE_SHOWCASE_WALLET) },
  { name: 'account-showcase-nfts', path: wholeAccount(SAMPLE_SHOWCASE_WALLET, '&tab=nfts') },
  {
    name: 'account-collection',
    path: wholeAccount(
      SAMPLE_SHOWCASE_WALLET,
      `&tab=nfts&collection=${sampleAddress('mint collection harbor lights')}&trait=Tide:Low`,
    ),
    after: async (page) => {
      await page.getByRole('combobox', { name: 'Sky' }).waitFor();
    },
  },
  { name: 'account-tokens-folded', path: wholeAccount(SAMPLE_WALLET, '&fold=1&sort=amount&dir=desc') },
  { name: 'account-nfts', path: wholeAccount(SAMPLE_WALLET, '&tab=nfts') },
  {
    name: 'account-nfts-filtered',
    path: wholeAccount(SAMPLE_WALLET, '&tab=nfts&flat=1&only=locked&q=lantern'),
  },
  { name: 'account-nothing-found', path: wholeAccount(SAMPLE_WALLET, '&tab=nfts&q=nothing-like-that') },
  { name: 'account-odd-nfts', path: wholeAccount(SAMPLE_WALLET, '&tab=nfts&q=ODD') },
  { name: 'account-mint', path: wholeAccount(sampleAddress('mint token reef')) },
  { name: 'account-token-account', path: wholeAccount(sampleAddress('account token whale')) },
  { name: 'account-mint-nft', path: wholeAccount(sampleAddress('mint lantern 2')) },
  { name: 'account-mint-look-alike', path: wholeAccount(sampleAddress('mint token look-alike')) },
  { name: 'account-metadata', path: wholeAccount(metadataAddressOf(sampleAddress('mint tidepool 1')) ?? '') },
  { name: 'account-stake-active', path: wholeAccount(sampleAddress('stake account')) },
  { name: 'account-nonce', path: wholeAccount(sampleAddress('nonce account')) },
  { name: 'account-vote', path: wholeAccount(sampleAddress('vote account')) },
  { name: 'account-off-curve', path: wholeAccount(metadataAddressOf(SAMPLE_EMPTY_WALLET) ?? '') },
  { name: 'account-stake', path: wholeAccount(sampleAddress('locked stake account')) },
  { name: 'account-multisig', path: wholeAccount(sampleAddress('multisig')) },
  { name: 'account-program', path: wholeAccount(TOKEN_2022_PROGRAM) },
  { name: 'account-empty', path: wholeAccount(SAMPLE_EMPTY_WALLET) },
  { name: 'account-empty-nfts', path: wholeAccount(SAMPLE_EMPTY_WALLET, '&tab=nfts') },
  { name: 'account-big', path: wholeAccount(SAMPLE_BIG_WALLET, '&tab=nfts') },
  {
    name: 'account-streaming',
    path: wholeAccount(SAMPLE_BIG_WALLET, '&tab=nfts'),
    before: halfway(),
    after: async (page) => {
      await page.getByText('4,200 of 10,000').first().waitFor();
    },
  },
  {
    name: 'account-trouble',
    path: wholeAccount(SAMPLE_BIG_WALLET, '&tab=nfts'),
    before: halfway({ type: 'trouble', trouble: { kind: 'limited', againInMs: 20_000 } }),
    after: async (page) => {
      await page.getByText('Retrying').waitFor();
    },
  },
  {
    name: 'account-canceled',
    path: wholeAccount(SAMPLE_BIG_WALLET, '&tab=nfts'),
    before: halfway(),
    after: async (page) => {
      await page.getByText('4,200 of 10,000').first().waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
    },
  },
  {
    name: 'account-stream-failed',
    path: wholeAccount(SAMPLE_BIG_WALLET, '&tab=nfts'),
    before: stream([
      HEAD,
      {
        type: 'failed',
        reason: 'deadline-exceeded',
        message: 'Time ran out with 4200 of 10000 mint and metadata accounts read',
        retry: true,
      },
    ]),
    after: async (page) => {
      await page.getByRole('alert').filter({ hasText: 'Time ran out' }).waitFor();
    },
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
    path: wholeAccount(SAMPLE_BIG_WALLET, '&tab=nfts'),
    before: async (page) => {
      await page.route('**/api/holdings/**', (route) =>
        route.fulfill({
          status: 429,
          headers: { 'Retry-After': '3' },
          json: {
            reason: 'rate-limited',
            message: 'Limit of 100 work units per second (burst 1000) exceeded; try again in 3 s',
          },
        }),
      );
    },
    after: async (page) => {
      await page.getByText('Too many requests from your network. Try again in 3 s.').waitFor();
    },
  },
  { name: 'account-bad-address', path: '/account/0OIl' },
  { name: 'account-unserved-chain', path: `/account/${SAMPLE_WALLET}?chain=999` },
  {
    name: 'item-nft',
    path: wholeAccount(SAMPLE_WALLET, '&tab=nfts&q=Tidepool'),
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
    path: wholeAccount(SAMPLE_WALLET),
    after: async (page) => {
      await page.getByRole('link', { name: 'WHALE' }).click();
      await page.getByRole('heading', { level: 1, name: 'WHALE' }).waitFor();
    },
  },
  { name: 'item-nft-locked', path: item('lantern 2') },
  { name: 'item-nft-listed', path: item('lantern 4') },
  { name: 'item-nft-delegated', path: item('delegated') },
  { name: 'item-nft-semi-fungible', path: item('semi 2') },
  { name: 'item-nft-no-document', path: item('no document') },
  { name: 'item-token-frozen', path: item('token buoy') },
  { name: 'item-token-delegated', path: item('token knot') },
  { name: 'item-token-facts', path: item('token reef') },
  { name: 'item-token-nameless', path: item('token nameless') },
  { name: 'item-missing', path: `/account/${SAMPLE_WALLET}/${SAMPLE_EMPTY_WALLET}?chain=104` },
];
