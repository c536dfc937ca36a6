/** A look-up to record: a key's account on one chain, and the addresses that the key proves. */
export type BtcAccountPairing = {
  /** Compressed key in lower-case hex, without `0x`. */
  publicKey: string;
  chainId: number;
  version: string;
  /** The account's address in EIP-55 form. */
  smartAccountAddress: string;
  /**
   * Returns the addresses to record with the key (contract §4). Called only for pairings that are not known to be
   * recorded, because calculating a taproot address costs an elliptic-curve addition.
   */
  btcAddresses: () => readonly string[];
  /** The address given in the look-up, if the key proves it and it is not one of `btcAddresses`. */
  provenAddress?: string;
  /** The spend that revealed the key, if it was discovered. */
  spend?: ShownSpend;
};

/** A transaction returned by a server, which spends from an address and reveals its key. */
export type ShownSpend = {
  btcAddress: string;
  txid: string;
  /** Host of the server that returned the transaction. */
  server: string;
};

/** A recorded spend and the key that it revealed. Only the first spend of a key and address is kept. */
export type SpendRecord = ShownSpend & {
  publicKey: string;
  /** Time of the recording, as ISO 8601 UTC with milliseconds. */
  createdAt: string;
};

/** A recorded pairing with one Bitcoin address. Times are ISO 8601 UTC with milliseconds. */
export type BtcAccountRecord = {
  btcAddress: string;
  chainId: number;
  version: string;
  /** The account's address in EIP-55 form. */
  smartAccountAddress: string;
  publicKey: string;
  createdAt: string;
  updatedAt: string;
};

/** Query of a reverse look-up. If both addresses are given, records must match both. */
export type BtcAccountQuery = {
  btcAddress?: string;
  /** The account's address in EIP-55 form. */
  smartAccountAddress?: string;
  chainId?: number;
};

/** Port for storing look-ups. Each call stops when its `signal` is aborted. */
export type BtcAccountStore = {
  /**
   * Records pairings. When this resolves, new records are durable. Recording a pairing again adds no record and never
   * changes `createdAt`; it updates `updatedAt` at most once a minute, possibly later.
   * @throws UpstreamUnavailableError (`store-unavailable`) if it is not known whether the pairings are recorded
   */
  record: (pairings: readonly BtcAccountPairing[], signal?: AbortSignal) => Promise<void>;
  /**
   * Checks whether this process knows that a pairing is recorded; false for most pairings recorded before the process
   * started.
   */
  isKnown: (pairing: BtcAccountPairing) => boolean;
  /**
   * Finds records, ordered by chainId, version, btcAddress. The query must have at least one of the two addresses.
   * @throws UpstreamUnavailableError (`store-unavailable`)
   */
  find: (query: BtcAccountQuery, signal?: AbortSignal) => Promise<BtcAccountRecord[]>;
  /**
   * Finds the spends from which the keys of an address were discovered; empty if its key was given in a look-up.
   * @throws UpstreamUnavailableError (`store-unavailable`)
   */
  findSpends: (btcAddress: string, signal?: AbortSignal) => Promise<SpendRecord[]>;
};
