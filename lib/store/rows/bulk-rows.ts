import type { BulkAccount, BulkKey, BulkProven, BulkSpend } from '@/lib/store/bulk';

type Row = Record<string, unknown>;
type Parts = Record<'addresses' | 'accounts' | 'proven' | 'spends', Map<string, Row[]>>;

/** Rows of a table by the id of their key; ids are text from Postgres, numbers from SQLite. */
export function byKey(found: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of found) {
    const id = String(row.key_id);
    const group = groups.get(id);
    if (group) group.push(row);
    else groups.set(id, [row]);
  }
  return groups;
}

/** A key's row with those of the other tables, of either engine. */
export function bulkKeyOf(row: Row, { addresses, accounts, proven, spends }: Parts): BulkKey {
  const id = String(row.id);
  const toAccount = (r: Row): BulkAccount => ({
    chainId: Number(r.chain_id),
    version: r.version as string,
    accountAddress: r.account_address as string,
    createdAt: Number(r.created_at),
    updatedAt: Number(r.updated_at),
  });
  const toProven = (r: Row): BulkProven => ({
    chainId: Number(r.chain_id),
    version: r.version as string,
    address: r.address as string,
    createdAt: Number(r.created_at),
  });
  const toSpend = (r: Row): BulkSpend => ({
    address: r.address as string,
    txid: r.txid as string,
    server: r.server as string,
    createdAt: Number(r.created_at),
  });
  return {
    publicKey: row.public_key as string,
    createdAt: Number(row.created_at),
    addresses: (addresses.get(id) ?? [])
      .filter((r) => Number(r.recorded_always) === 1)
      .map((r) => r.address as string),
    accounts: (accounts.get(id) ?? []).map(toAccount),
    proven: (proven.get(id) ?? []).map(toProven),
    spends: (spends.get(id) ?? []).map(toSpend),
  };
}
