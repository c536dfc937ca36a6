import {
  SAMPLE_SPENT_ADDRESS,
  SAMPLE_TAPROOT_ADDRESS,
  SAMPLE_UNSPENT_ADDRESS,
} from '@/lib/bitcoin/spends/sample-addresses';
import { SAMPLE_BIG_WALLET, SAMPLE_NAME, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';

/** Examples of look-ups that need no network, one for each kind of input. */
export const EXAMPLES = [
  {
    href: `/account/${SAMPLE_WALLET}?chain=104`,
    name: 'A wallet of the sample network',
    says: 'Tokens and NFTs of every kind',
  },
  {
    href: `/account/${SAMPLE_BIG_WALLET}?chain=104&tab=nfts`,
    name: 'A wallet of 10,000 NFTs',
    says: 'Streamed, grouped, searched',
  },
  { href: `/account/${SAMPLE_NAME}?chain=104`, name: SAMPLE_NAME, says: 'A name instead of an address' },
  {
    href: '/bitcoin/02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c?chain=31337',
    name: 'A Bitcoin public key',
    says: 'Its smart accounts on every chain',
  },
  {
    href: `/bitcoin/${SAMPLE_SPENT_ADDRESS}?chain=31337`,
    name: 'A Bitcoin address that has spent',
    says: 'Its key can be found in its spends',
  },
  {
    href: `/bitcoin/${SAMPLE_UNSPENT_ADDRESS}?chain=31337`,
    name: 'A Bitcoin address that has not spent',
    says: 'It has shown no key yet',
  },
  {
    href: `/bitcoin/${SAMPLE_TAPROOT_ADDRESS}?chain=31337`,
    name: 'A taproot address',
    says: 'Its spends show no key',
  },
] as const;
