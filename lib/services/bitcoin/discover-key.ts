import { isProven, matchAddress } from '@/lib/bitcoin/address-match';
import { keyHashAddress } from '@/lib/bitcoin/spends/spent-key';
import type {
  BtcAccountPairing,
  BtcAccountQuery,
  BtcAccountRecord,
} from '@/lib/btc-account/btc-account-store';
import { deriveAccounts } from '@/lib/btc-account/derive-account';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Ports } from '../ports';
import { pairingOf } from './pairing-of';

/**
 * Returns the recorded pairings of a Bitcoin address. For an unknown address, searches for the key in the records of
 * other chains, then in the transactions that spend from the address. A discovered key is recorded with its accounts of
 * all versions, and the new records are returned (contract §4).
 * @param chainId the chain on which a discovered key is recorded
 * @throws UpstreamUnavailableError if no Bitcoin server responded, or the store could not be read or written
 */
export async function discoverKey(
  { bitcoin, btcAccounts }: Pick<Ports, 'bitcoin' | 'btcAccounts'>,
  query: BtcAccountQuery & { btcAddress: string },
  chainId: number,
  scope: RequestScope,
): Promise<BtcAccountRecord[]> {
  const { btcAddress } = query;
  const recorded = await btcAccounts.find(query, scope.signal);
  if (recorded.length > 0 || keyHashAddress(btcAddress) === undefined) return recorded;
  const [known] = await btcAccounts.find({ btcAddress }, scope.signal);
  const found = known === undefined ? await bitcoin.findKey(btcAddress, scope) : undefined;
  const publicKey = known?.publicKey ?? found?.publicKey;
  // Check again that the address belongs to the key, so that a wrong key from a source is never recorded.
  if (publicKey === undefined || !isProven(matchAddress(publicKey, btcAddress))) return [];
  const pairings = deriveAccounts(publicKey, chainId).map((account) => pairingOf(account, btcAddress));
  if (found !== undefined)
    for (const pairing of pairings) pairing.spend = { btcAddress, txid: found.txid, server: found.server };
  await btcAccounts.record(pairings, scope.signal);
  const records = await btcAccounts.find(query, scope.signal);
  return records.length > 0 ? records : unrecorded(pairings, query);
}

/** Converts pairings that were not recorded to records (`NEW_PAIRINGS_PER_HOUR`, or a store that takes no writes). */
function unrecorded(
  pairings: readonly BtcAccountPairing[],
  { btcAddress, smartAccountAddress }: BtcAccountQuery & { btcAddress: string },
): BtcAccountRecord[] {
  const now = new Date().toISOString();
  return pairings
    .filter(
      (pairing) => smartAccountAddress === undefined || pairing.smartAccountAddress === smartAccountAddress,
    )
    .map(({ publicKey, chainId, version, smartAccountAddress: account }) => ({
      btcAddress,
      chainId,
      version,
      smartAccountAddress: account,
      publicKey,
      createdAt: now,
      updatedAt: now,
    }));
}
