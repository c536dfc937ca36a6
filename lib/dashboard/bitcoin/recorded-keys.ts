import type { BtcAccountRecord } from '@/lib/btc-account/btc-account-store';

/** A recorded key with its recorded accounts. */
export type RecordedKey = {
  publicKey: string;
  /** One per version, the newest first. */
  accounts: Pick<BtcAccountRecord, 'version' | 'smartAccountAddress'>[];
  /** Its Bitcoin addresses that are recorded. */
  btcAddresses: string[];
  /** The first chain with which the key is recorded. */
  chainId: number;
  /** Time of the key's first record, as ISO 8601 UTC. */
  firstSeen: string;
};

/** Groups records by key, in the order of the records. */
export function recordedKeys(records: readonly BtcAccountRecord[]): RecordedKey[] {
  const byKey = new Map<string, [BtcAccountRecord, ...BtcAccountRecord[]]>();
  for (const record of records) {
    const its = byKey.get(record.publicKey);
    if (its) its.push(record);
    else byKey.set(record.publicKey, [record]);
  }
  return [...byKey].map(([publicKey, its]) => ({
    publicKey,
    chainId: its[0].chainId,
    btcAddresses: [...new Set(its.map(({ btcAddress }) => btcAddress))],
    accounts: [
      ...new Map(its.map((record) => [`${record.version} ${record.smartAccountAddress}`, record])).values(),
    ].sort((a, b) => (a.version < b.version ? 1 : a.version > b.version ? -1 : 0)),
    firstSeen: its.map(({ createdAt }) => createdAt).sort()[0] ?? '',
  }));
}
