import type { Project } from '@/lib/projects/project-store';
import type { BulkRetiredKey } from '@/lib/store/bulk';

type Row = Record<string, unknown>;

/** All of the projects, for either engine. Terms of a key that was replaced since count for nothing. */
export const SELECT_PROJECTS = `
  SELECT p.project_id, p.key_hash, p.name, p.created_at, p.revoked_at,
         t.expires_at, t.previous_hash, t.previous_until, s.units_per_second, s.methods
  FROM projects p
  LEFT JOIN project_key_terms t ON t.project_id = p.project_id AND t.key_hash = p.key_hash
  LEFT JOIN project_settings s ON s.project_id = p.project_id`;

/** A row of `SELECT_PROJECTS` of either engine: Postgres gives its BIGINT as text. */
export function projectOf(row: Row): Project {
  const hasPrevious = row.previous_hash !== null && row.previous_until !== null;
  return {
    projectId: row.project_id as string,
    keyHash: row.key_hash as string,
    name: row.name as string,
    createdAt: iso(row.created_at),
    revokedAt: isoOrNull(row.revoked_at),
    keyExpiresAt: isoOrNull(row.expires_at),
    previousKey: hasPrevious
      ? { keyHash: row.previous_hash as string, validUntil: iso(row.previous_until) }
      : null,
    unitsPerSecond: row.units_per_second === null ? null : Number(row.units_per_second),
    methods: row.methods === null ? null : (row.methods as string).split(','),
  };
}

/** A row of `project_keys_retired` of either engine. */
export function retiredKeyOf(row: Row): BulkRetiredKey {
  return {
    projectId: row.project_id as string,
    keyHash: row.key_hash as string,
    retiredAt: Number(row.retired_at),
  };
}

/** A project's methods as they are kept: names hold no comma. */
export const methodsText = (methods: readonly string[] | null | undefined): string | null =>
  methods?.join(',') ?? null;

/** A time as it is kept: ms since 1970. */
export const timeOrNull = (time: string | null | undefined): number | null =>
  time === null || time === undefined ? null : Date.parse(time);

const iso = (time: unknown) => new Date(Number(time)).toISOString();
const isoOrNull = (time: unknown) => (time === null ? null : iso(time));
