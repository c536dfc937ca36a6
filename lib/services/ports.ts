import type { BitcoinSource } from '@/lib/bitcoin/spends/bitcoin-source';
import type { BtcAccountStore } from '@/lib/btc-account/btc-account-store';
import type { EvmSource } from '@/lib/evm/evm-source';
import type { ForwardLevel } from '@/lib/solana/forwarded-call';
import type { SolanaSource } from '@/lib/solana/solana-source';
import type { HoldingsStreamCache } from './holdings-streams/holdings-stream-cache';

/** Dependencies of the service functions: ports, listings shared by pages, and settings that affect results. */
export type Ports = {
  solana: SolanaSource;
  evm: EvmSource;
  bitcoin: BitcoinSource;
  btcAccounts: BtcAccountStore;
  /** Listings of holdings shared by account pages, their streams and item pages. */
  holdingsStreams: HoldingsStreamCache;
  settings: {
    /** Default chain of a BTC lookup (`defaultEvmChain`). */
    defaultEvmChainId: number;
    /** How long holdings are cached, in ms; 0 disables the cache (`SOLANA_CACHE_MS`). */
    solanaCacheMs: number;
    /** Which methods of a chain's node are forwarded, by chain id; `read` by default (`SOLANA_FORWARD_<chainId>`). */
    solanaForward: ReadonlyMap<number, ForwardLevel>;
  };
};
