import { hash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '@/lib/projects/project-store';
import { makePrivate } from '@/lib/store/private-file';
import type { CommandIo } from '../terminal/io';

/** Creates a server key and its hash. The key is 32 random bytes, so a slow hash is not needed. */
export function newServerKey(): { serverKey: string; keyHash: string } {
  const serverKey = randomBytes(32).toString('base64url');
  return { serverKey, keyHash: hash('sha256', serverKey, 'hex') };
}

/** Prints a project's id and new server key, and warns that the key is shown only once. */
export function showKey(io: CommandIo, projectId: string, serverKey: string): void {
  io.stdout.write(`project id  ${projectId}\nserver key  ${serverKey}\n`);
  io.stderr.write('The server key is shown only once, because only its hash is stored.\n');
}

/** Reports how long the old key remains valid after a rotation with an overlap. */
export function reportOverlap(io: CommandIo, project: Project | null): void {
  const until = project?.previousKey?.validUntil;
  io.stderr.write(
    until === undefined || Date.parse(until) <= Date.now()
      ? 'The old key was revoked or had expired and is no longer valid.\n'
      : `The old key is valid until ${until}.\n`,
  );
}

/** Writes the new key to `credentials.json` if that file belongs to this project. */
export function renewCredentialsFile(
  io: CommandIo,
  dataDir: string,
  projectId: string,
  serverKey: string,
): void {
  const file = join(dataDir, 'credentials.json');
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { projectId?: unknown };
    if (kept.projectId !== projectId) return;
  } catch {
    return;
  }
  makePrivate(file);
  writeFileSync(file, `${JSON.stringify({ projectId, serverKey }, null, 2)}\n`);
  io.stderr.write(`The new key was also written to ${file}.\n`);
}
