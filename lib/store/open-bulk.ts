import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgresBulk } from '@/lib/store/postgres/bulk';
import { openSqliteBulk } from '@/lib/store/sqlite/bulk';
import type { BulkStore } from './bulk';
import type { StoreOptions } from './store';

/** The place of the store that a server with this configuration opens. */
export function placeOf({ databaseUrl, dataDir }: StoreOptions): string {
  return databaseUrl ?? join(dataDir, 'satchel.db');
}

/** Whether a place names a Postgres store. */
export function isPostgresPlace(place: string): boolean {
  return /^postgres(ql)?:/i.test(place);
}

/** The embedded file that a place names: the file itself, or the one in a folder. */
export function sqlitePath(place: string): string {
  if (place.endsWith('.db')) return place;
  return statSync(place, { throwIfNoEntry: false })?.isFile() ? place : join(place, 'satchel.db');
}

/**
 * Opens a store for work in bulk.
 * @param place `postgres://…`, a data folder, or an embedded file
 */
export function openBulk(place: string): Promise<BulkStore> {
  return isPostgresPlace(place) ? openPostgresBulk(place) : openSqliteBulk(sqlitePath(place));
}
