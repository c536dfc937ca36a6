import type { BtcAccountRecord } from '@/lib/btc-account/btc-account-store';

/** A recorded account on a chain, with all its recorded addresses. */
export type AccountRow = Pick<
  BtcAccountRecord,
  'chainId' | 'version' | 'smartAccountAddress' | 'publicKey'
> & {
  btcAddresses: string[];
  /** Time of the account's first record, as ISO 8601 UTC. */
  firstSeen: string;
};

/** Creates one row per account and chain, the newest version first, otherwise in the order of the records. */
export function accountRows(records: readonly BtcAccountRecord[]): AccountRow[] {
  const rows = new Map<string, AccountRow>();
  for (const { chainId, version, smartAccountAddress, publicKey, btcAddress, createdAt } of records) {
    const key = `${chainId} ${version} ${smartAccountAddress} ${publicKey}`;
    const row = rows.get(key);
    if (row === undefined)
      rows.set(key, {
        chainId,
        version,
        smartAccountAddress,
        publicKey,
        btcAddresses: [btcAddress],
        firstSeen: createdAt,
      });
    else {
      row.btcAddresses.push(btcAddress);
      if (createdAt < row.firstSeen) row.firstSeen = createdAt;
    }
  }
  return [...rows.values()].sort((a, b) => (a.version < b.version ? 1 : a.version > b.version ? -1 : 0));
}
