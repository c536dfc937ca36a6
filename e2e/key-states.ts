import { ACCOUNT_1, answer, known, NO_RESPONSE, OWNER } from './account-cells';
import type { PageState } from './account-states';
import { KEY, KEY_ADDRESS } from './published-key';

const PATH = `/bitcoin/${KEY}?chain=31337`;
const NO_FACTORY = known({ factory: 'absent', factoryAgrees: null });
const OWNED = known({ currentOwner: OWNER, balance: '250000000000000000' }, 'deployed');

/** States of a key's page. */
export const KEY_STATES: readonly PageState[] = [
  {
    name: 'bitcoin-key',
    path: `${PATH}&match=${KEY_ADDRESS}`,
    after: async (page) => {
      await page.getByText('No live chain has answered').first().waitFor();
      await page
        .getByRole('button', { name: /^Check (all )?again/ })
        .first()
        .waitFor();
    },
  },
  { name: 'bitcoin-key-unconfigured', path: `/bitcoin/${KEY}?chain=111` },
  {
    name: 'bitcoin-key-unknown-chain',
    path: `/bitcoin/${KEY}?chain=999&match=1BoatSLRHtKNngkdXEeobR76b53LETtpyT`,
  },
  {
    name: 'bitcoin-key-checking',
    path: PATH,
    before: async (page) => {
      await page.route(`**/api/accounts/${KEY}`, () => new Promise(() => undefined));
    },
    after: async (page) => {
      await page.getByRole('progressbar').waitFor();
    },
  },
  {
    name: 'bitcoin-key-confirmed',
    path: PATH,
    before: (page) =>
      answer(page, {
        31337: [OWNED, known()],
        1: [known(), known()],
        56: [known(), known()],
        137: [OWNED, known()],
        8453: [known(), known()],
      }),
    after: async (page) => {
      await page
        .getByText(/^Safe to use on .*\.$/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'bitcoin-key-unsafe',
    path: PATH,
    before: (page) =>
      answer(page, {
        31337: [OWNED, known()],
        1: [known(), known({ factoryAgrees: false })],
        56: [known({ currentOwner: ACCOUNT_1 }, 'deployed'), known()],
        111: [NO_RESPONSE, NO_RESPONSE],
        137: [known(), NO_FACTORY],
        8453: [NO_FACTORY, known({ entryPoint: 'unknown' })],
      }),
    after: async (page) => {
      await page.getByText('Unsafe on').first().waitFor();
    },
  },
  {
    name: 'bitcoin-key-no-response',
    path: PATH,
    before: (page) =>
      answer(
        page,
        Object.fromEntries([31337, 1, 56, 111, 137, 8453].map((id) => [id, [NO_RESPONSE, NO_RESPONSE]])),
      ),
    after: async (page) => {
      await page.getByText('No live chain has answered').first().waitFor();
      await page.getByRole('button', { name: /^Unknown/ }).click();
    },
  },
  {
    name: 'bitcoin-key-open',
    path: PATH,
    after: async (page) => {
      await page
        .getByRole('button', { name: /^Check (all )?again/ })
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Sample network' }).click();
      await page.getByRole('button', { name: /^Unknown/ }).click();
      for (const name of ['Bitcoin addresses', 'How the address is calculated'])
        await page.getByRole('heading', { name }).click();
    },
  },
];
