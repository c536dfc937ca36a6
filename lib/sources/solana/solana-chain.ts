import type { TokenList } from '@/lib/solana/token-list';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { Transport } from '@/lib/sources/transport/transport-type';

/** One served chain: how to ask it, and what names its tokens. */
export type SolanaChain = {
  transport: Transport;
  tokenList: () => Promise<TokenList>;
  /** A DAS upstream, for MPL Core and compressed NFTs. */
  das?: Transport | undefined;
  /** MPL Core assets are looked for by searching the node. */
  scansCore?: boolean;
  /** Endpoints of which two must agree about what an account holds, each by itself; undefined: one is believed. */
  mustAgree?: readonly Transport[] | undefined;
  /** Its endpoints limit calls, such as the public ones. */
  isPaced?: boolean;
  /** What is wrong with its node now. */
  trouble?: () => UpstreamHealth | undefined;
};
