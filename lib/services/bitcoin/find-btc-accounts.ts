import type { BtcAccountQuery, BtcAccountRecord } from '@/lib/btc-account/btc-account-store';
import type { Ports } from '../ports';

/**
 * The recorded pairings of a Bitcoin address or a smart account, ordered by chain, version and address.
 * @throws UpstreamUnavailableError `store-unavailable`
 */
export function findBtcAccounts(
  { btcAccounts }: Pick<Ports, 'btcAccounts'>,
  query: BtcAccountQuery,
  signal?: AbortSignal,
): Promise<BtcAccountRecord[]> {
  return btcAccounts.find(query, signal);
}
