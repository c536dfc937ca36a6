import { hash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ProjectStore } from '@/lib/projects/project-store';
import { readEnv } from '@/lib/server/env';
import { openStore } from '@/lib/store/open-store';
import { makePrivate } from '@/lib/store/private-file';
import { type CommandEnv, type CommandIo, HELP_OPTION, runWhenMain, UsageError } from './terminal/io';

const USAGE = `Usage: npm run project -- COMMAND

  create [NAME]   makes a project and shows its server key, once
  list            lists all projects
  revoke ID       ends a project's access, within 5 seconds in every instance
  rotate ID       gives a project a new server key (and revives a revoked one); the old key ends

A project's id is the user name of HTTP Basic, its server key the password. Keys are kept as hashes only.
`;

/**
 * `npm run project`.
 * @returns exit code: 0 done, 1 no such project
 * @throws UsageError, and Error with clear words for a store that cannot be used
 */
export async function main(argv: readonly string[], env: CommandEnv, io: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: HELP_OPTION,
    allowPositionals: true,
  });
  const [command = '', ...rest] = positionals;
  if (values.help || command === 'help') {
    io.stdout.write(USAGE);
    return 0;
  }
  const action = ACTIONS[command];
  if (!action) throw new UsageError(command === '' ? 'No command was given' : `Unknown command '${command}'`);
  // Only these: a key that leaked is revoked however wrong the rest of the configuration is.
  const { dataDir, databaseUrl } = readEnv(env, ['dataDir', 'databaseUrl']);
  const store = await openStore({ dataDir, databaseUrl });
  try {
    return await action(store.projects, rest, io, dataDir);
  } finally {
    await store.close();
  }
}

type Action = (
  projects: ProjectStore,
  words: readonly string[],
  io: CommandIo,
  dataDir: string,
) => Promise<number>;

const ACTIONS: Record<string, Action | undefined> = {
  async create(projects, words, io) {
    const name = words.join(' ');
    if (name.length > 100) throw new UsageError('A project name has at most 100 characters');
    const projectId = randomUUID();
    const serverKey = newServerKey();
    await projects.addProject({ projectId, keyHash: hashOf(serverKey), name });
    show(io, projectId, serverKey);
    return 0;
  },
  async list(projects, _, io) {
    const rows = (await projects.listProjects()).map(({ projectId, name, createdAt, revokedAt }) => [
      projectId,
      createdAt,
      revokedAt === null ? 'alive' : `revoked ${revokedAt}`,
      name,
    ]);
    const table = [['PROJECT ID', 'CREATED', 'STATE', 'NAME'], ...rows];
    const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
    for (const row of table)
      io.stdout.write(
        `${row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
      );
    return 0;
  },
  async revoke(projects, words, io) {
    const projectId = oneId('revoke', words);
    if (await projects.revokeProject(projectId)) {
      io.stdout.write(`Revoked ${projectId}. Its key is dead within 5 seconds.\n`);
      return 0;
    }
    const known = await projects.findProject(projectId);
    io.stderr.write(known ? `${projectId} was revoked already.\n` : `There is no project ${projectId}.\n`);
    return known ? 0 : 1;
  },
  async rotate(projects, words, io, dataDir) {
    const projectId = oneId('rotate', words);
    const serverKey = newServerKey();
    if (!(await projects.replaceKey(projectId, hashOf(serverKey)))) {
      io.stderr.write(`There is no project ${projectId}.\n`);
      return 1;
    }
    show(io, projectId, serverKey);
    if (renewCredentialsFile(join(dataDir, 'credentials.json'), projectId, serverKey))
      io.stderr.write(`The new key is also kept in ${join(dataDir, 'credentials.json')}.\n`);
    return 0;
  },
};

function oneId(command: string, words: readonly string[]): string {
  const [projectId] = words;
  if (projectId === undefined || words.length > 1)
    throw new UsageError(`'${command}' takes one project ID, got ${words.length}`);
  return projectId;
}

function show(io: CommandIo, projectId: string, serverKey: string): void {
  io.stdout.write(`project id  ${projectId}\nserver key  ${serverKey}\n`);
  io.stderr.write('The server key is shown this once: only its hash is kept.\n');
}

/** The first project's key stands in a file of its own: a new key belongs there too. */
function renewCredentialsFile(file: string, projectId: string, serverKey: string): boolean {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { projectId?: unknown };
    if (kept.projectId !== projectId) return false;
  } catch {
    return false;
  }
  makePrivate(file);
  writeFileSync(file, `${JSON.stringify({ projectId, serverKey }, null, 2)}\n`);
  return true;
}

const newServerKey = () => randomBytes(32).toString('base64url');
/** 32 random bytes cannot be guessed: no slow hash is needed. */
const hashOf = (serverKey: string) => hash('sha256', serverKey, 'hex');

await runWhenMain(import.meta.url, main, USAGE);
