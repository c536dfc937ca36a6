import type { RequestScope } from '@/lib/promises/request-scope';
/** A public key that a transaction reveals, and where it was found. */
export type FoundKey = {
  /** The compressed key in lower-case hex, already checked to hash to the address. */
  publicKey: string;
  /** Id of the transaction that reveals the key, as reported by the server. */
  txid: string;
  /** Host of the server that returned the transaction. */
  server: string;
};

/** Port for reading Bitcoin networks: finds public keys that spends reveal. */
export type BitcoinSource = {
  /**
   * Returns the hosts that can be queried about an address, in order. Empty if spends from this type of address do not
   * reveal its key.
   */
  serversFor: (address: string) => readonly string[];
  /**
   * Finds the public key of an address in the transactions that spend from it. Returns undefined if no spend reveals
   * it.
   * @throws UpstreamUnavailableError `no-endpoint`, `upstream-unavailable`, `deadline-exceeded`
   */
  findKey: (address: string, scope: RequestScope) => Promise<FoundKey | undefined>;
};
