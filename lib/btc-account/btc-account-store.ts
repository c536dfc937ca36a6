/** A key and its account on one chain. */
type RecordedAccount = {
  /** Compressed key in lower-case hex, without `0x`. */
  publicKey: string;
  chainId: number;
  version: string;
  /** The account's address in EIP-55 form. */
  smartAccountAddress: string;
};

/** A lookup to record: a key, its account on one chain, and its Bitcoin addresses. */
export type BtcAccountPairing = RecordedAccount & {
  /**
   * Returns the addresses to record with the key (contract §4). Called only for pairings that are not known to be
   * recorded, because calculating a taproot address costs an elliptic-curve addition.
   */
  btcAddresses: () => readonly string[];
  /** The Bitcoin address in the lookup, if it belongs to the key and is not one of `btcAddresses`. */
  provenAddress?: string;
  /** The transaction that revealed the key, if the key was discovered. */
  spend?: ShownSpend;
};

/** A transaction that spends from a Bitcoin address and thereby reveals the key, as returned by a server. */
export type ShownSpend = {
  btcAddress: string;
  txid: string;
  /** Host of the server that returned the transaction. */
  server: string;
};

/** A recorded spend and the key that it revealed. Only the first spend of a key and address is kept. */
export type SpendRecord = ShownSpend & {
  publicKey: string;
  /** When the spend was recorded, as ISO 8601 UTC with milliseconds. */
  createdAt: string;
};

/** A recorded pairing with one Bitcoin address. Times are ISO 8601 UTC with milliseconds. */
export type BtcAccountRecord = RecordedAccount & { btcAddress: string; createdAt: string; updatedAt: string };

/** Query of a reverse lookup. If it contains both addresses, records must match both. */
export type BtcAccountQuery = {
  btcAddress?: string | undefined;
  /** The account's address in EIP-55 form. */
  smartAccountAddress?: string | undefined;
  chainId?: number | undefined;
};

/** Port for storing lookups. Each call stops when its `signal` is aborted. */
export type BtcAccountStore = {
  /**
   * Records pairings. When the promise resolves, new records are durable, unless the store takes no writes (a full or
   * read-only disk): then they are not recorded, and `isKnown` returns false. Recording a pairing again only updates
   * `updatedAt`, with a delay and at most once a minute.
   * @throws UpstreamUnavailableError (`store-unavailable`) if it is not known whether the pairings are recorded
   */
  record: (pairings: readonly BtcAccountPairing[], signal?: AbortSignal) => Promise<void>;
  /**
   * Returns whether this process knows that a pairing is recorded; false for most pairings recorded before the process
   * started.
   */
  isKnown: (pairing: BtcAccountPairing) => boolean;
  /**
   * Finds records, ordered by chainId, version, btcAddress. The query must contain at least one of the two addresses.
   * @throws UpstreamUnavailableError (`store-unavailable`)
   */
  find: (query: BtcAccountQuery, signal?: AbortSignal) => Promise<BtcAccountRecord[]>;
  /**
   * Finds the spends that revealed the keys of an address; empty if the key came from a lookup.
   * @throws UpstreamUnavailableError (`store-unavailable`)
   */
  findSpends: (btcAddress: string, signal?: AbortSignal) => Promise<SpendRecord[]>;
};
