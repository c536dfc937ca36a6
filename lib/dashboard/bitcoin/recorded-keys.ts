import type { BtcAccountRecord } from '@/lib/btc-account/btc-account-store';

/** A recorded key with its recorded accounts and chains. */
export type RecordedKey = {
  publicKey: string;
  /** One per version, the newest first. */
  accounts: Pick<BtcAccountRecord, 'version' | 'smartAccountAddress'>[];
  /** Ids of the chains with which the key is recorded. */
  chainIds: number[];
  /** Time of the key's first record, as ISO 8601 UTC. */
  firstSeen: string;
};

/** Groups records by key, in the order of the records. */
export function recordedKeys(records: readonly BtcAccountRecord[]): RecordedKey[] {
  const byKey = new Map<string, BtcAccountRecord[]>();
  for (const record of records) byKey.set(record.publicKey, [...(byKey.get(record.publicKey) ?? []), record]);
  return [...byKey].map(([publicKey, its]) => ({
    publicKey,
    accounts: [
      ...new Map(its.map((record) => [`${record.version} ${record.smartAccountAddress}`, record])).values(),
    ].sort((a, b) => (a.version < b.version ? 1 : a.version > b.version ? -1 : 0)),
    chainIds: [...new Set(its.map(({ chainId }) => chainId))],
    firstSeen: its.map(({ createdAt }) => createdAt).sort()[0] ?? '',
  }));
}
