import type { RequestScope } from '@/lib/promises/request-scope';
/** A key that a transaction reveals, and its source. */
export type FoundKey = {
  /** Compressed, lower-case hex; known to hash to the address. */
  publicKey: string;
  /** Id of the transaction that reveals it, from the server. */
  txid: string;
  /** Host of the server that returned the transaction. */
  server: string;
};

/** Port of the Bitcoin networks: finds keys that spends reveal. */
export type BitcoinSource = {
  /**
   * Hosts that can be queried about an address, in order; none if spends of its type reveal no key.
   */
  serversFor: (address: string) => readonly string[];
  /**
   * The key of an address, revealed by one of its spends; undefined if none was found.
   * @throws UpstreamUnavailableError `no-endpoint`, `upstream-unavailable`, `deadline-exceeded`
   */
  findKey: (address: string, scope: RequestScope) => Promise<FoundKey | undefined>;
};
