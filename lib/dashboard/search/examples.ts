import {
  SAMPLE_SPENT_ADDRESS,
  SAMPLE_TAPROOT_ADDRESS,
  SAMPLE_UNSPENT_ADDRESS,
} from '@/lib/bitcoin/spends/sample-addresses';
import {
  SAMPLE_BIG_WALLET,
  SAMPLE_NAME,
  SAMPLE_SHOWCASE_WALLET,
  SAMPLE_WALLET,
} from '@/lib/solana/sample-addresses';

/** An example lookup. It uses only the sample network, so it works offline. */
export type Example = { href: string; name: string; says: string };

/** Wallets that the home page shows with pictures (paths) of some of their NFTs. */
export const SHOWCASE: readonly (Example & { pictures: readonly string[] })[] = [
  {
    href: `/account/${SAMPLE_SHOWCASE_WALLET}?chain=104`,
    name: 'Sample wallet',
    says: '42 NFTs, 10 tokens',
    pictures: [
      '/sample/botanica-41.webp',
      '/sample/harbor-lights-1488.webp',
      '/sample/coral-atlas-724.webp',
      '/sample/harbor-lights-1762.webp',
    ],
  },
  {
    href: `/account/${SAMPLE_BIG_WALLET}?chain=104&tab=nfts`,
    name: '10,000 NFTs',
    says: 'In one wallet',
    pictures: [
      '/sample/tidepool-23.webp',
      '/sample/tidepool-10.webp',
      '/sample/tidepool-15.webp',
      '/sample/tidepool-14.webp',
    ],
  },
];

/** The key of the examples for Bitcoin. */
export const EXAMPLE_KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';

export const BTC_EXAMPLE: Example = {
  href: `/bitcoin/${EXAMPLE_KEY}?chain=31337`,
  name: 'Bitcoin key',
  says: 'Its smart accounts, and where they are safe to use',
};

/** Examples of the page for Bitcoin: a key, an address and an account. */
export const BITCOIN_EXAMPLES: readonly Example[] = [
  BTC_EXAMPLE,
  {
    href: `/bitcoin/${SAMPLE_SPENT_ADDRESS}?chain=31337`,
    name: 'Bitcoin address',
    says: 'Leads to its key, which became public when it spent',
  },
  {
    href: '/bitcoin/0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc?chain=31337',
    name: 'Smart account',
    says: 'Leads to its key, if this server remembers the key',
  },
];

/** Examples of the other kinds of input. */
export const MORE_EXAMPLES: readonly Example[] = [
  {
    href: `/account/${SAMPLE_WALLET}?chain=104`,
    name: 'Edge cases',
    says: 'Look-alikes, locks and very large amounts',
  },
  { href: `/account/${SAMPLE_NAME}?chain=104`, name: SAMPLE_NAME, says: 'A name instead of an address' },
  {
    href: `/bitcoin/${SAMPLE_SPENT_ADDRESS}?chain=31337`,
    name: 'A Bitcoin address that has spent',
    says: 'Leads to its key, which became public when it spent',
  },
  {
    href: `/bitcoin/${SAMPLE_UNSPENT_ADDRESS}?chain=31337`,
    name: 'A Bitcoin address with no known key',
    says: 'Search for its key, or enter it',
  },
  {
    href: `/bitcoin/${SAMPLE_TAPROOT_ADDRESS}?chain=31337`,
    name: 'A taproot address',
    says: 'Does not show its wallet’s key, even after it spends',
  },
];
