import { addressOf } from '@/lib/testing/solana/solana-wallet';

/** Wallets on the hostile node, by type of attack. */
export const HOSTILE_OWNERS = {
  /** Owns assets whose documents are 20 times as large once parsed. */
  bombs: addressOf('bombs'),
  /**
   * Owns assets with document and image URIs on which a regular expression with nested quantifiers
   * would take seconds.
   */
  slashes: addressOf('slashes'),
  /** Owns assets with images that are large when decoded, with endless SVGs, and with images on hosts that hang. */
  images: addressOf('images'),
  /** Owns assets with documents whose host never responds. */
  hangs: addressOf('hangs'),
  /** Owns assets with names that overflow any layout. */
  words: addressOf('words'),
  /** Wallets with many items. */
  large: Array.from({ length: 6 }, (_, i) => addressOf(`large ${i}`)),
};

/** URL of the node, and `host:port` of the document host. */
export type HostileServers = { nodeUrl: string; host: string };
