import type { RequestScope } from '@/lib/promises/request-scope';
/** A key that a transaction shows, with where it was found. */
export type FoundKey = {
  /** Compressed, lower-case hex; known to hash to the address. */
  publicKey: string;
  /** The transaction that shows it, as the server names it. */
  txid: string;
  /** Host of the server that told of the transaction. */
  server: string;
};

/** Port of the Bitcoin networks: what a spend from an address shows. */
export type BitcoinSource = {
  /**
   * Hosts that may be asked about an address, in their order; none for an address whose spends show no key.
   */
  serversFor: (address: string) => readonly string[];
  /**
   * The key behind an address, out of one of its spends; undefined when none was found.
   * @throws UpstreamUnavailableError `no-endpoint`, `upstream-unavailable`, `deadline-exceeded`
   */
  findKey: (address: string, scope: RequestScope) => Promise<FoundKey | undefined>;
};
