import { accountHref } from '@/lib/dashboard/chains';
import { isAddress } from '@/lib/solana/address/address';
import {
  SAMPLE_BIG_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_NAME,
  SAMPLE_SHOWCASE_WALLET,
  SAMPLE_TINY_WALLET,
  SAMPLE_WALLET,
} from '@/lib/solana/sample-addresses';
import type { Detector } from '../detected-input';

/** Addresses that exist only on the sample network, and are looked up there. */
const OF_THE_SAMPLE: readonly string[] = [
  SAMPLE_WALLET,
  SAMPLE_SHOWCASE_WALLET,
  SAMPLE_TINY_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_BIG_WALLET,
  SAMPLE_NAME,
];

/**
 * Returns the cluster for a lookup: the one given in the pasted text, otherwise the one where the address is known to
 * exist.
 */
export const clusterOf = (text: string, pasted: number | undefined) =>
  pasted ?? (OF_THE_SAMPLE.includes(text) ? 104 : 101);

/** Recognizes 32 bytes in base58. */
export const solanaAddress: Detector = (text, { cluster }) =>
  isAddress(text)
    ? {
        ok: true,
        kind: 'solana-address',
        label: 'Solana address',
        value: text,
        href: accountHref(text, clusterOf(text, cluster)),
      }
    : undefined;
