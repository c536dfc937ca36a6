import type { BitcoinSource } from '@/lib/bitcoin/spends/bitcoin-source';
import type { BtcAccountStore } from '@/lib/btc-account/btc-account-store';
import type { EvmSource } from '@/lib/evm/evm-source';
import type { SolanaSource } from '@/lib/solana/solana-source';
import type { HoldingsStreamCache } from './holdings/holdings-stream-cache';

/** What the services work with: the ports, what pages share, and the settings that change what they answer. */
export type Ports = {
  solana: SolanaSource;
  evm: EvmSource;
  bitcoin: BitcoinSource;
  btcAccounts: BtcAccountStore;
  /** Reads of holdings that pages, their streams and the pages of items share. */
  holdingsStreams: HoldingsStreamCache;
  settings: {
    /** Chain of a BTC look-up that names none (`DEFAULT_EVM_CHAIN_ID`). */
    defaultEvmChainId: number;
    /** A given address that the key does not prove is refused (`REQUIRE_MATCHING_BTC_ADDRESS`). */
    requireMatchingBtcAddress: boolean;
    /** How long holdings answer equal calls, in ms; 0 keeps nothing (`SOLANA_CACHE_MS`). */
    solanaCacheMs: number;
  };
};
