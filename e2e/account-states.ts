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
import { reloadUntilShown, untilListed } from './account-page';
import { HEAD, halfway, stream } from './scripted-holdings';

/** A state of a page, for the tests of every state. */
export type PageState = {
  name: string;
  path: string;
  /** Whether the HTML must contain the first items of the list. */
  hasFirstItems?: boolean;
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** Runs after the page is opened. */
  after?: (page: Page) => Promise<void>;
};

/** Path of an account page on the sample network. */
export const accountPath = (address: string, more = '') => `/account/${address}?chain=104${more}`;

/** The page of the wallet of 10,000 NFTs. */
const BIG_NFTS = accountPath(SAMPLE_BIG_WALLET, '&tab=nfts');

/** A state with a complete list. */
const listed = (name: string, wallet: string, more = ''): PageState => ({
  name,
  path: accountPath(wallet, more),
  hasFirstItems: true,
  after: untilListed,
});

/** A state of an account that is not a wallet; `text` appears if its type has been read. */
const typed = (name: string, address: string, text: string): PageState => ({
  name,
  path: accountPath(address),
  after: (page) => reloadUntilShown(page, page.getByRole('main').getByText(text, { exact: true }).first()),
});

/** Path of the page of an item in the sample wallet, by the item's label. */
const item = (label: string) => `/account/${SAMPLE_WALLET}/${sampleAddress(`account ${label}`)}?chain=104`;

/** States of accounts and items: every type of account, every lock, and lists in every state. */
export const ACCOUNT_STATES: readonly PageState[] = [
  listed('account-tokens', SAMPLE_WALLET),
  listed('account-showcase-tokens', SAMPLE_SHOWCASE_WALLET),
  listed('account-showcase-nfts', SAMPLE_SHOWCASE_WALLET, '&tab=nfts'),
  {
    name: 'account-collection',
    path: accountPath(
      SAMPLE_SHOWCASE_WALLET,
      `&tab=nfts&collection=${sampleAddress('mint collection harbor lights')}&trait=Tide:Low`,
    ),
    hasFirstItems: true,
    after: async (page) => {
      // On phones, the selects are collapsed.
      await page
        .getByRole('region', { name: 'Traits' })
        .locator('select')
        .first()
        .waitFor({ state: 'attached' });
    },
  },
  listed('account-tokens-folded', SAMPLE_WALLET, '&fold=1&sort=amount&dir=desc'),
  listed('account-nfts', SAMPLE_WALLET, '&tab=nfts'),
  listed('account-nfts-filtered', SAMPLE_WALLET, '&tab=nfts&flat=1&only=locked&q=lantern'),
  listed('account-nothing-found', SAMPLE_WALLET, '&tab=nfts&q=nothing-like-that'),
  listed('account-odd-nfts', SAMPLE_WALLET, '&tab=nfts&q=ODD'),
  typed('account-mint', sampleAddress('mint token reef'), 'Token mint'),
  typed('account-token-account', sampleAddress('account token whale'), 'Token account'),
  typed('account-mint-nft', sampleAddress('mint lantern 2'), 'NFT mint'),
  typed('account-mint-look-alike', sampleAddress('mint token look-alike'), 'Token mint'),
  typed('account-metadata', metadataAddressOf(sampleAddress('mint tidepool 1')) ?? '', 'Token metadata'),
  typed('account-stake-active', sampleAddress('stake account'), 'Stake account'),
  typed('account-nonce', sampleAddress('nonce account'), 'Nonce account'),
  typed('account-vote', sampleAddress('vote account'), 'Vote account'),
  typed('account-off-curve', metadataAddressOf(SAMPLE_EMPTY_WALLET) ?? '', 'No account exists here'),
  typed('account-stake', sampleAddress('locked stake account'), 'Stake account'),
  typed('account-multisig', sampleAddress('multisig'), 'Multisig'),
  typed('account-program', TOKEN_2022_PROGRAM, 'Program'),
  typed('account-empty', SAMPLE_EMPTY_WALLET, 'No account exists here'),
  {
    ...typed('account-empty-nfts', SAMPLE_EMPTY_WALLET, 'No account exists here'),
    path: accountPath(SAMPLE_EMPTY_WALLET, '&tab=nfts'),
  },
  listed('account-big', SAMPLE_BIG_WALLET, '&tab=nfts'),
  {
    name: 'account-streaming',
    path: BIG_NFTS,
    hasFirstItems: true,
    before: halfway(),
    after: async (page) => {
      await page.getByText('4,200 of 10,000').first().waitFor();
    },
  },
  {
    name: 'account-trouble',
    path: BIG_NFTS,
    hasFirstItems: true,
    before: halfway({ type: 'trouble', trouble: { kind: 'limited', againInMs: 20_000 } }),
    after: async (page) => {
      await page.getByText('Retrying').waitFor();
    },
  },
  {
    name: 'account-stream-failed',
    path: BIG_NFTS,
    hasFirstItems: true,
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
      await page.getByRole('alert').filter({ hasText: 'Reading took too long' }).waitFor();
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
    path: BIG_NFTS,
    hasFirstItems: true,
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
      await page.getByText('Too many requests from your IP address. Try again in 3 s.').waitFor();
    },
  },
  { name: 'account-bad-address', path: '/account/0OIl' },
  { name: 'account-unserved-chain', path: `/account/${SAMPLE_WALLET}?chain=999` },
  {
    name: 'item-nft',
    path: accountPath(SAMPLE_WALLET, '&tab=nfts&q=Tidepool'),
    hasFirstItems: true,
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
    path: accountPath(SAMPLE_WALLET),
    hasFirstItems: true,
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
