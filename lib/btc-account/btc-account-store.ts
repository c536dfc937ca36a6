/** One key's account on one chain, as a look-up found it, with the addresses that the key proves. */
export type BtcAccountPairing = {
  /** Compressed, lower-case hex, no `0x`. */
  publicKey: string;
  chainId: number;
  version: string;
  /** EIP-55 form. */
  smartAccountAddress: string;
  /**
   * The address forms of the key that are recorded with it (contract §4, Recording). Called only for a pairing that is
   * not known to be recorded: a taproot address costs an elliptic-curve addition.
   */
  btcAddresses: () => readonly string[];
  /** The address that came with this look-up, when the key proves it and it is none of `btcAddresses`. */
  provenAddress?: string;
  /** The spend that showed the key, when it was found by one of its addresses. */
  spend?: ShownSpend;
};

/** A transaction that spends from an address and shows its key, as a server told of it. */
export type ShownSpend = {
  btcAddress: string;
  txid: string;
  /** Host of the server. */
  server: string;
};

/** A spend as it is recorded, with the key that it showed; the first one of a key and address is kept. */
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

/** What a reverse look-up asks; both given means records that match both. */
export type BtcAccountQuery = {
  btcAddress?: string;
  /** EIP-55 form. */
  smartAccountAddress?: string;
  chainId?: number;
};

/** Port of the record of look-ups. Each call gives up when its `signal` is aborted. */
export type BtcAccountStore = {
  /**
   * Records pairings. The first record of each is durable when this resolves; a repeat is noted at once, never changes
   * `createdAt`, makes no second record, and moves `updatedAt` at most once a minute, which may follow later.
   * @throws UpstreamUnavailableError (`store-unavailable`) when it is not known whether they are recorded
   */
  record: (pairings: readonly BtcAccountPairing[], signal?: AbortSignal) => Promise<void>;
  /** Whether this process knows that a pairing is recorded; false for most that it has not seen since its start. */
  isKnown: (pairing: BtcAccountPairing) => boolean;
  /**
   * Records ordered by chainId, version, btcAddress. At least one of the two addresses is given.
   * @throws UpstreamUnavailableError (`store-unavailable`)
   */
  find: (query: BtcAccountQuery, signal?: AbortSignal) => Promise<BtcAccountRecord[]>;
  /**
   * How the keys of an address were found; empty for an address whose key came with a look-up.
   * @throws UpstreamUnavailableError (`store-unavailable`)
   */
  findSpends: (btcAddress: string, signal?: AbortSignal) => Promise<SpendRecord[]>;
};
