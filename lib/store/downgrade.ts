import type { Project } from '@/lib/projects/project-store';
import { openDatabase } from './open';
import { readProjects, storedProjects } from './queries/projects';

/** Schema version of each release that can be downgraded to. */
const SCHEMA_VERSIONS: Readonly<Record<string, number>> = {
  '0.1.0': 1,
  '0.2.0': 1,
  '0.3.0': 1,
  '0.4.0': 1,
  '0.5.0': 1,
};
export const DOWNGRADE_RELEASES = Object.keys(SCHEMA_VERSIONS);

/** The only release that ignores expiry dates and limits of projects. */
const WITHOUT_LIMITS = '0.1.0';

/**
 * Prepares a store for an earlier release: revokes expired keys that the release would accept, and lowers the schema
 * version. All other data is unchanged. All services on the store must be stopped first.
 * @param release one of `DOWNGRADE_RELEASES`
 * @returns ids of the revoked projects
 * @throws Error if the release would ignore the expiry date or a limit of a project
 */
export async function downgradeStore(location: string, release: string, now: number): Promise<string[]> {
  const version = SCHEMA_VERSIONS[release];
  if (version === undefined) throw new Error(`Unknown release ${release}`);
  const database = await openDatabase(location);
  try {
    const expired: string[] = [];
    if (release === WITHOUT_LIMITS) {
      const usable = (await readProjects(database)).filter(({ revokedAt }) => revokedAt === null);
      expired.push(...usable.filter((each) => hasExpired(each, now)).map(({ projectId }) => projectId));
      const limited = usable.filter((each) => !hasExpired(each, now) && isLimited(each));
      if (limited.length > 0)
        throw new Error(
          `Satchel ${release} would ignore the expiry date or the limits of ${limited.map(({ projectId }) => projectId).join(', ')}. Revoke these projects or remove their limits first`,
        );
      const projects = storedProjects(database, () => now);
      for (const projectId of expired) await projects.revokeProject(projectId);
    }
    await database.setSchemaVersion(version);
    return expired;
  } finally {
    await database.close();
  }
}

const hasExpired = ({ keyExpiresAt }: Project, now: number): boolean =>
  keyExpiresAt !== null && Date.parse(keyExpiresAt) <= now;

const isLimited = ({ keyExpiresAt, methods, unitsPerSecond }: Project): boolean =>
  keyExpiresAt !== null || methods !== null || unitsPerSecond !== null;
