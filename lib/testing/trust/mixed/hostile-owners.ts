import { addressOf } from '@/lib/testing/solana/solana-wallet';

/** Wallets of the hostile node, by what is bad in them. */
export const HOSTILE_OWNERS = {
  /** Documents that are 20 times as large once parsed. */
  bombs: addressOf('bombs'),
  /** Addresses of documents and images that a nested pattern would take seconds for. */
  slashes: addressOf('slashes'),
  /** Images that are large once decoded, drawings without an end, and hosts that hang. */
  images: addressOf('images'),
  /** Documents that never come. */
  hangs: addressOf('hangs'),
  /** Names that no layout has room for. */
  words: addressOf('words'),
  /** More items than a small wallet's place holds. */
  large: Array.from({ length: 6 }, (_, i) => addressOf(`large ${i}`)),
};

/** Where the node and the host of documents listen. */
export type HostileServers = { nodeUrl: string; host: string };
