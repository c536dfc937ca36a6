import { type KeyHashAddress, keyInInputs } from '@/lib/bitcoin/spends/spent-key';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { EsploraServer } from './esplora-server';

/** What a server's history of an address shows. */
type HistoryAnswer = {
  /** The address's key, and the transaction that reveals it. */
  found: { publicKey: string; txid: string } | undefined;
  /** Whether the history has a spend from the address, whether or not it reveals the key. */
  spends: boolean;
};

/** Maximum number of pages read. A page has 25 confirmed transactions; the first one also has unconfirmed ones. */
const MAX_PAGES = 4;

/**
 * Reads the latest transactions of an address, page by page, until one reveals its key.
 * @throws Error if the server sends no usable answer
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
