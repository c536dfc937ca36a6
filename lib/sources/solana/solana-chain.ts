import type { TokenList } from '@/lib/solana/token-list';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { Forward, Transport } from '@/lib/sources/transport/transport-type';
import type { Finality } from './finality';
import type { PriceReader } from './prices';

/** One supported chain: its upstreams and its token list. */
export type SolanaChain = {
  /** Calls get the commitment of `finality` from `solanaSource`. */
  transport: Transport;
  /** Forwards a call to the chain's node unchanged; undefined in a worker, which serves no forwarded calls. */
  forward?: Forward | undefined;
  /** Decides the commitment of all reads; without it they are `confirmed`. */
  finality?: Finality | undefined;
  tokenList: () => Promise<TokenList>;
  /** Reads the prices of the chain; undefined if it has no price feeds. */
  prices?: PriceReader | undefined;
  /** DAS upstream for MPL Core and compressed NFTs, if any. */
  das?: Transport | undefined;
  /** Whether to list MPL Core assets with a program account scan on the node. */
  scansCore?: boolean;
  /** Whether the chain's endpoints are rate-limited, as public ones are. Mints are then read only if needed. */
  isPaced?: boolean;
  /** Returns the current problem of the chain's node; undefined if it is healthy. */
  trouble?: () => UpstreamHealth | undefined;
};
