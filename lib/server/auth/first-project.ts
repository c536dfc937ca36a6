import 'server-only';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnusableSettingError } from '@/lib/errors';
import { keyValidUntil, type ProjectStore } from '@/lib/projects/project-store';
import type { Env } from '@/lib/server/env';
import { createPrivateFolder, makePrivate } from '@/lib/store/private-file';
import { type Credentials, hashServerKey } from './basic-auth';

export type FirstProject = Credentials & {
  /** Where the server key is stored: path of a file, or the environment. */
  keptIn: string;
  /** Whether this start of the service created the project. */
  isNew: boolean;
  /** Whether the stored key no longer works: it has been rotated or revoked, or has expired. */
  isKeyInvalid: boolean;
};

/** Returns the warning to print at startup if the stored key no longer works. */
export function invalidKeyWarning({ projectId, keptIn }: FirstProject): string {
  return (
    `Warning: ${keptIn} has a key of project ${projectId} that no longer works: it was rotated or revoked, or has ` +
    `expired. Set the current key, or create a new one: npm run project -- rotate ${projectId}`
  );
}

const ENVIRONMENT = 'the environment (PROJECT_ID, PROJECT_SERVER_KEY)';

/**
 * Ensures that a project exists: the one from the environment, otherwise the one in `DATA_DIR`, otherwise (on the first
 * start) a new one. The key of a new project is written to a file that only the file's owner can read.
 */
export async function ensureFirstProject(env: Env, projects: ProjectStore): Promise<FirstProject> {
  if (env.projectId !== undefined && env.projectServerKey !== undefined) {
    const credentials = { projectId: env.projectId, serverKey: env.projectServerKey };
    const isKeyInvalid = !(await takeKeyOfEnvironment(credentials, projects));
    return { ...credentials, isNew: false, keptIn: ENVIRONMENT, isKeyInvalid };
  }
  const file = join(env.dataDir, 'credentials.json');
  // Retry: another process may be creating the file.
  for (let attempt = 0; attempt < 10; attempt++) {
    if (attempt > 0) await sleep(50);
    const existing = await readCredentials(file);
    if (existing) makePrivate(file);
    const credentials = existing ?? (await makeCredentials(env.dataDir, file));
    if (credentials === undefined) continue;
    const { projectId, serverKey } = credentials;
    const keyHash = hashServerKey(serverKey);
    const isAdded = await projects.addProject({ projectId, keyHash, name: 'first' });
    const isKeyInvalid = !isAdded && !(await isLivingKey(projectId, keyHash, projects));
    return { ...credentials, isNew: existing === undefined, keptIn: file, isKeyInvalid };
  }
  throw new UnusableSettingError(
    'DATA_DIR',
    `${file} is empty or a dangling link; repair it, or remove it to create a new project`,
  );
}

/**
 * Generates credentials for a new project and writes them to the file. Returns undefined if the
 * file already exists.
 */
async function makeCredentials(dataDir: string, file: string): Promise<Credentials | undefined> {
  const credentials = { projectId: randomUUID(), serverKey: randomBytes(32).toString('base64url') };
  createPrivateFolder(dataDir);
  // Write the file before the project is added, so that the key of an existing project is never lost.
  try {
    await writeFile(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
  return credentials;
}

/**
 * Sets the key from the environment as the project's key, unless it is a former, revoked or expired key of the
 * project. Returns whether the key works.
 */
async function takeKeyOfEnvironment(
  { projectId, serverKey }: Credentials,
  projects: ProjectStore,
): Promise<boolean> {
  const keyHash = hashServerKey(serverKey);
  if (await projects.addProject({ projectId, keyHash, name: 'from the environment' })) return true;
  if (await isLivingKey(projectId, keyHash, projects)) return true;
  const known = await projects.findProject(projectId);
  if (known?.keyHash === keyHash) return false;
  if (await projects.isRetiredKey(projectId, keyHash)) return false;
  return projects.replaceKey(projectId, keyHash);
}

async function isLivingKey(projectId: string, keyHash: string, projects: ProjectStore): Promise<boolean> {
  const known = await projects.findProject(projectId);
  return known !== null && keyValidUntil(known, keyHash, Date.now()) !== undefined;
}

/** Reads the credentials file. Returns undefined if it does not exist or is still empty. */
async function readCredentials(file: string): Promise<Credentials | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (text === '') return undefined;
  try {
    const { projectId, serverKey } = JSON.parse(text) as Record<string, unknown>;
    if (typeof projectId === 'string' && typeof serverKey === 'string') return { projectId, serverKey };
  } catch {}
  throw new UnusableSettingError(
    'DATA_DIR',
    `${file} must contain {"projectId", "serverKey"}; repair it, or remove it to create a new project`,
  );
}
