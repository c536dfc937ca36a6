import type { RequestScope } from '@/lib/promises/request-scope';
/** A key that a transaction reveals, and where it was found. */
export type FoundKey = {
  /** The key as compressed, lower-case hex. It is known to hash to the address. */
  publicKey: string;
  /** Id of the transaction that reveals the key, as given by the server. */
  txid: string;
  /** Host of the server that returned the transaction. */
  server: string;
};

/** Port for reading Bitcoin networks: finds keys that spends reveal. */
export type BitcoinSource = {
  /**
   * Returns the hosts that can be queried about an address, in order; none if the address's type does not reveal its
   * key when spent.
   */
  serversFor: (address: string) => readonly string[];
  /**
   * Finds the key of an address that is revealed by one of its spends; returns undefined if none was found.
   * @throws UpstreamUnavailableError `no-endpoint`, `upstream-unavailable`, `deadline-exceeded`
   */
  findKey: (address: string, scope: RequestScope) => Promise<FoundKey | undefined>;
};
