import 'server-only';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
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
  createPrivateFolder(env.dataDir);
  const made = { projectId: randomUUID(), serverKey: randomBytes(32).toString('base64url') };
  // Write the file before the project is added, so that the key of an existing project is never lost.
  const isNew = await createFile(file, `${JSON.stringify(made, null, 2)}\n`);
  const credentials = isNew ? made : await readCredentials(file);
  if (!isNew) makePrivate(file);
  const { projectId, serverKey } = credentials;
  const keyHash = hashServerKey(serverKey);
  const isAdded = await projects.addProject({ projectId, keyHash, name: 'first' });
  const isKeyInvalid = !isAdded && !(await isLivingKey(projectId, keyHash, projects));
  return { ...credentials, isNew, keptIn: file, isKeyInvalid };
}

/** Creates a file that only its owner can read. Returns false if it exists, also as a dangling link. */
async function createFile(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
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

/** Reads the credentials file. Waits a moment if it is empty: another process may be writing it. */
async function readCredentials(file: string): Promise<Credentials> {
  let text = '';
  for (let attempt = 0; attempt < 10 && text === ''; attempt++) {
    if (attempt > 0) await sleep(50);
    if (existsSync(file)) text = await readFile(file, 'utf8');
  }
  const repair = 'repair it, or remove it to create a new project';
  if (text === '')
    throw new UnusableSettingError('DATA_DIR', `${file} is empty or a dangling link; ${repair}`);
  try {
    const { projectId, serverKey } = JSON.parse(text) as Record<string, unknown>;
    if (typeof projectId === 'string' && typeof serverKey === 'string') return { projectId, serverKey };
  } catch {}
  throw new UnusableSettingError('DATA_DIR', `${file} must contain {"projectId", "serverKey"}; ${repair}`);
}
