import { type KeyHashAddress, keyInInputs } from '@/lib/bitcoin/spends/spent-key';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { EsploraServer } from './esplora-server';

/** What a server's history of an address tells. */
type HistoryAnswer = {
  /** The address's key, and the transaction that shows it. */
  found: { publicKey: string; txid: string } | undefined;
  /** Whether a spend from the address was shown, with or without its key. */
  spends: boolean;
};

/** Most pages that are asked for; a page is 25 confirmed transactions, the first one has unconfirmed ones too. */
const MAX_PAGES = 4;

/**
 * Reads the latest transactions of an address, page by page, until one shows its key.
 * @throws Error when the server gives no usable answer
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
