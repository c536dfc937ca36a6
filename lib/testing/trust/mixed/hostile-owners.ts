import { addressOf } from '@/lib/testing/solana/solana-wallet';

/** Wallets of the hostile node, by type of attack. */
export const HOSTILE_OWNERS = {
  /** Documents that are 20 times as large once parsed. */
  bombs: addressOf('bombs'),
  /** URIs of documents and images for which a nested pattern would take seconds. */
  slashes: addressOf('slashes'),
  /** Images that are large when decoded, endless SVGs, and hosts that hang. */
  images: addressOf('images'),
  /** Documents that never arrive. */
  hangs: addressOf('hangs'),
  /** Names that overflow any layout. */
  words: addressOf('words'),
  /** More items than a small wallet. */
  large: Array.from({ length: 6 }, (_, i) => addressOf(`large ${i}`)),
};

/** Addresses of the node and the document host. */
export type HostileServers = { nodeUrl: string; host: string };
