/** A key's account on one chain from a look-up, with the addresses that the key proves. */
export type BtcAccountPairing = {
  /** Compressed, lower-case hex, no `0x`. */
  publicKey: string;
  chainId: number;
  version: string;
  /** EIP-55 form. */
  smartAccountAddress: string;
  /**
   * The addresses recorded with the key (contract §4). Called only for pairings that are not known to be recorded, because
   * a taproot address costs an elliptic-curve addition.
   */
  btcAddresses: () => readonly string[];
  /** The address given in the look-up, if the key proves it and `btcAddresses` lacks it. */
  provenAddress?: string;
  /** The spend that revealed the key, if it was discovered. */
  spend?: ShownSpend;
};

/** A transaction, returned by a server, that spends from an address and reveals its key. */
export type ShownSpend = {
  btcAddress: string;
  txid: string;
  /** Host of the server. */
  server: string;
};

/** A recorded spend and the key that it revealed; the first one of a key and address is kept. */
export type SpendRecord = ShownSpend & {
  publicKey: string;
  /** ISO 8601 UTC, milliseconds. */
  createdAt: string;
};

/** A recorded pairing with one Bitcoin address. Times are ISO 8601 UTC, milliseconds. */
export type BtcAccountRecord = {
  btcAddress: string;
  chainId: number;
  version: string;
  /** EIP-55 form. */
  smartAccountAddress: string;
  publicKey: string;
  createdAt: string;
  updatedAt: string;
};

/** Query of a reverse look-up; both fields mean records that match both. */
export type BtcAccountQuery = {
  btcAddress?: string;
  /** EIP-55 form. */
  smartAccountAddress?: string;
  chainId?: number;
};

/** Port of the look-up records. Each call stops when its `signal` is aborted. */
export type BtcAccountStore = {
  /**
   * Records pairings. A new record is durable when this resolves. A repeat adds no record and never changes `createdAt`;
   * it updates `updatedAt` at most once a minute, possibly later.
   * @throws UpstreamUnavailableError (`store-unavailable`) when it is not known whether they are recorded
   */
  record: (pairings: readonly BtcAccountPairing[], signal?: AbortSignal) => Promise<void>;
  /** Whether this process knows that a pairing is recorded; false for most pairings from before its start. */
  isKnown: (pairing: BtcAccountPairing) => boolean;
  /**
   * Records ordered by chainId, version, btcAddress. At least one of the two addresses is given.
   * @throws UpstreamUnavailableError (`store-unavailable`)
   */
  find: (query: BtcAccountQuery, signal?: AbortSignal) => Promise<BtcAccountRecord[]>;
  /**
   * How the keys of an address were discovered; empty if its key was given in a look-up.
   * @throws UpstreamUnavailableError (`store-unavailable`)
   */
  findSpends: (btcAddress: string, signal?: AbortSignal) => Promise<SpendRecord[]>;
};
