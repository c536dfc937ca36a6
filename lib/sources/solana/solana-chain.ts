import type { TokenList } from '@/lib/solana/token-list';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { Transport } from '@/lib/sources/transport/transport-type';

/** One supported chain: its upstreams and its token list. */
export type SolanaChain = {
  transport: Transport;
  tokenList: () => Promise<TokenList>;
  /** DAS upstream for MPL Core and compressed NFTs, if any. */
  das?: Transport | undefined;
  /** Whether to list MPL Core assets with a program account scan on the node. */
  scansCore?: boolean;
  /** Transports for quorum reads, one per endpoint; undefined if quorum reads are off. */
  mustAgree?: readonly Transport[] | undefined;
  /** Whether the chain's endpoints are rate-limited, as public ones are. */
  isPaced?: boolean;
  /** Returns the current problem of the chain's node; undefined if it is healthy. */
  trouble?: () => UpstreamHealth | undefined;
};
