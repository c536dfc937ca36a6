import type { TokenList } from '@/lib/solana/token-list';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { Transport } from '@/lib/sources/transport/transport-type';

/** One supported chain: its upstreams and its token list. */
export type SolanaChain = {
  transport: Transport;
  tokenList: () => Promise<TokenList>;
  /** A DAS upstream, for MPL Core and compressed NFTs. */
  das?: Transport | undefined;
  /** Lists MPL Core assets with a scan of the node. */
  scansCore?: boolean;
  /** Endpoints for quorum reads, each with its own transport; undefined: no quorum. */
  mustAgree?: readonly Transport[] | undefined;
  /** Whether its endpoints are rate limited, such as public ones. */
  isPaced?: boolean;
  /** The current problem of its node; undefined if healthy. */
  trouble?: () => UpstreamHealth | undefined;
};
