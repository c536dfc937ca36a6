import type { BtcAccountStore } from '@/lib/btc-account/btc-account-store';
import type { EvmSource } from '@/lib/evm/evm-source';
import type { SolanaSource } from '@/lib/solana/solana-source';

/** What a handler may touch: the ports, and the settings that change what a method answers. */
export type Context = {
  solana: SolanaSource;
  evm: EvmSource;
  btcAccounts: BtcAccountStore;
  settings: {
    /** Chain of a BTC look-up that names none (`DEFAULT_EVM_CHAIN_ID`). */
    defaultEvmChainId: number;
    /** `REQUIRE_MATCHING_BTC_ADDRESS`: a given address that the key does not prove is -32602. */
    requireMatchingBtcAddress: boolean;
  };
};

/** One call, as its handler sees it. */
export type CallInfo = {
  /** The chain asked for, already known to be served. */
  chainId: number;
  /** Whether the caller named the chain, or it is the default (matters to queries over all chains). */
  chainIdGiven: boolean;
  /** Aborted when the caller goes away or the call's deadline (`REQUEST_DEADLINE_MS`) passes. */
  signal: AbortSignal;
  /** When that deadline is, in ms since the epoch. */
  deadlineAt: number;
  /** The call came with an existing client's query credentials (`SDK_COMPAT`, contract §5). */
  compat: boolean;
};
