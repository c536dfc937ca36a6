import { type KeyHashAddress, keyInInputs } from '@/lib/bitcoin/spends/spent-key';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { EsploraServer } from './esplora-server';

/** Result of searching the transactions of an address on one server. */
type HistoryAnswer = {
  /** The public key of the address, and the transaction that reveals it. */
  found: { publicKey: string; txid: string } | undefined;
  /** Whether any transaction spends from the address, even if it does not reveal the key. */
  spends: boolean;
};

/** Maximum number of pages to read. A page has 25 confirmed transactions; the first page also has unconfirmed ones. */
const MAX_PAGES = 4;

/**
 * Reads up to `MAX_PAGES` pages of an address's latest transactions, until one of them reveals the public key.
 * @throws Error if the server sends no usable response
 */
export async function readHistory(
  server: EsploraServer,
  address: KeyHashAddress,
  scope: RequestScope,
): Promise<HistoryAnswer> {
  let after: string | undefined;
  let spends = false;
  for (let page = 0; page < MAX_PAGES; page++) {
    const transactions = await server.readPage(address.info.address, after, scope);
    for (const { txid, vin } of transactions) {
      const spend = keyInInputs(address, vin);
      if (spend.publicKey !== undefined) return { found: { publicKey: spend.publicKey, txid }, spends: true };
      spends ||= spend.spends;
    }
    after = transactions.findLast(({ status }) => status.confirmed)?.txid;
    if (after === undefined) break;
  }
  return { found: undefined, spends };
}
