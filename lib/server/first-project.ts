import 'server-only';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectStore } from '@/lib/projects/project-store';
import { hashServerKey } from './basic-auth';
import type { Env } from './env';

export type FirstProject = {
  projectId: string;
  /** Where the server key stands: a file, or the environment. */
  keptIn: string;
  serverKey: string;
  /** Whether this start made it. */
  isNew: boolean;
};

/**
 * Makes sure that somebody can call the service: the project of the environment, else the one kept in `DATA_DIR`,
 * else, on the first start, a new one, its key written to a file that only its owner reads.
 */
export async function ensureFirstProject(env: Env, projects: ProjectStore): Promise<FirstProject> {
  if (env.projectId !== undefined && env.projectServerKey !== undefined) {
    const keyHash = hashServerKey(env.projectServerKey);
    const project = { projectId: env.projectId, keyHash, name: 'from the environment' };
    if (!(await projects.addProject(project))) {
      const known = await projects.findProject(env.projectId);
      if (known?.keyHash !== keyHash) await projects.replaceKey(env.projectId, keyHash);
    }
    return {
      projectId: env.projectId,
      serverKey: env.projectServerKey,
      isNew: false,
      keptIn: 'PROJECT_ID and PROJECT_SERVER_KEY',
    };
  }
  const file = join(env.dataDir, 'credentials.json');
  const kept = await readCredentials(file);
  if (kept) {
    await projects.addProject({
      projectId: kept.projectId,
      keyHash: hashServerKey(kept.serverKey),
      name: 'first',
    });
    return { ...kept, isNew: false, keptIn: file };
  }
  const projectId = randomUUID();
  const serverKey = randomBytes(32).toString('base64url');
  await mkdir(env.dataDir, { recursive: true });
  // The file comes first: a project whose key nobody has would lock its owner out.
  try {
    await writeFile(file, `${JSON.stringify({ projectId, serverKey }, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return ensureFirstProject(env, projects);
    throw error;
  }
  await projects.addProject({ projectId, keyHash: hashServerKey(serverKey), name: 'first' });
  return { projectId, serverKey, isNew: true, keptIn: file };
}

async function readCredentials(file: string): Promise<{ projectId: string; serverKey: string } | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { projectId, serverKey } = JSON.parse(text) as Record<string, unknown>;
    if (typeof projectId === 'string' && typeof serverKey === 'string') return { projectId, serverKey };
  } catch {}
  throw new Error(
    `${file} should hold {"projectId", "serverKey"}; mend it, or remove it to make a new project`,
  );
}
