import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  dayOf,
  keyValidUntil,
  type Project,
  RETENTION_DAYS,
  startOfDay,
  type UsageRow,
} from '@/lib/projects/project-store';
import { hashServerKey } from '@/lib/server/auth/basic-auth';
import { readEnv } from '@/lib/server/env';
import { openStore, type Store } from '@/lib/store/open';
import { makePrivate } from '@/lib/store/private-file';
import { loadEnvFiles } from './env-files';
import {
  OPTIONS,
  type ProjectOptions,
  readDays,
  readDuration,
  readExpiry,
  readName,
  readProjectSettings,
  rejectOtherOptions,
} from './project/options';
import { type CommandEnv, type CommandIo, HELP_OPTION, runWhenMain, UsageError } from './terminal/io';

const USAGE = `Usage: npm run project -- COMMAND

  create [NAME]   creates a project and shows its server key once
  list            lists all projects
  set ID          changes --name, --expires, --limit or --methods of a project
  revoke ID       ends a project's access, within 5 seconds in every instance
  rotate ID       creates a new server key (and reactivates a revoked project); the old key becomes invalid
                  immediately, or later with --overlap
  usage ID        shows calls and work units by day and method for the last 30 days, or --days N; some seconds late

  --name TEXT       new name
  --expires WHEN    when the key expires: 2027-01-01 (UTC), 2027-01-01T12:00:00Z, 90d, 24h, or never
  --limit N         work units per second; 0 is unlimited, "default" is RATE_LIMIT_PER_SECOND
  --methods A,B     allowed methods, such as enhancedGetTokensAndNFTs,svc_aa_getBTCAccount, or all
  --overlap TIME    how long the old key stays valid: 30m, 24h, 7d. Earlier keys become invalid immediately

A project's id is the user name in HTTP Basic, its server key the password. Keys are stored only as hashes. Changes take
effect within 5 seconds in every instance. 'create' takes --expires, --limit and --methods; 'rotate' takes --expires.
`;

/**
 * `npm run project`.
 * @returns exit code: 0 done, 1 no such project
 * @throws UsageError, and Error with a clear message for an unusable store
 */
export async function runProject(argv: readonly string[], env: CommandEnv, io: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { ...HELP_OPTION, ...OPTIONS },
    allowPositionals: true,
  });
  const [name = '', ...words] = positionals;
  if (values.help || name === 'help') {
    io.stdout.write(USAGE);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(name === '' ? 'No command was given' : `Unknown command '${name}'`);
  const { help: _, ...options } = values;
  rejectOtherOptions(name, options, command.options);
  let store = undefined as Store | undefined;
  const open = async () => {
    // Only two settings are read, so that a leaked key can be revoked even if other settings are invalid.
    const { dataDir, databaseUrl } = readEnv(env, ['dataDir', 'databaseUrl']);
    store = await openStore({ dataDir, databaseUrl });
    return { ...store, dataDir };
  };
  try {
    return await command.run({ words, options, io, now: Date.now(), open });
  } finally {
    await store?.close();
  }
}

type CommandCall = {
  words: readonly string[];
  options: ProjectOptions;
  io: CommandIo;
  now: number;
  /** Opens the store. Called after the command line has been parsed. */
  open: () => Promise<Store & { dataDir: string }>;
};

type Command = {
  options: readonly (keyof ProjectOptions)[];
  /**
   * Returns the exit code.
   * @throws UsageError
   */
  run: (call: CommandCall) => Promise<number>;
};

const COMMANDS: Record<string, Command> = {
  create: {
    options: ['expires', 'limit', 'methods'],
    async run({ words, options, io, now, open }) {
      const project = { name: readName(words.join(' ')), ...readProjectSettings(options, now) };
      const { projects } = await open();
      const projectId = randomUUID();
      const { serverKey, keyHash } = newServerKey();
      await projects.addProject({ projectId, keyHash, ...project });
      showKey(io, projectId, serverKey);
      return 0;
    },
  },
  list: {
    options: [],
    async run({ io, now, open }) {
      const { projects } = await open();
      showProjects(io, await projects.listProjects(), now);
      return 0;
    },
  },
  set: {
    options: ['name', 'expires', 'limit', 'methods'],
    async run({ words, options, io, now, open }) {
      const projectId = oneId('set', words);
      const changes = readProjectSettings(options, now);
      if (Object.keys(changes).length === 0)
        throw new UsageError("'set' needs --name, --expires, --limit or --methods");
      const { projects } = await open();
      if (!(await projects.changeProject(projectId, changes))) return noProject(io, projectId);
      io.stdout.write(`Changed ${projectId}. The change takes effect within 5 seconds.\n`);
      return 0;
    },
  },
  revoke: {
    options: [],
    async run({ words, io, open }) {
      const projectId = oneId('revoke', words);
      const { projects } = await open();
      if (await projects.revokeProject(projectId)) {
        io.stdout.write(`Revoked ${projectId}. Its keys stop working within 5 seconds.\n`);
        return 0;
      }
      if ((await projects.findProject(projectId)) === null) return noProject(io, projectId);
      io.stderr.write(`${projectId} is already revoked.\n`);
      return 0;
    },
  },
  rotate: {
    options: ['overlap', 'expires'],
    async run({ words, options: { overlap, expires }, io, now, open }) {
      const projectId = oneId('rotate', words);
      const previousUntil =
        overlap === undefined ? null : new Date(now + readDuration('--overlap', overlap)).toISOString();
      const expiresAt = expires === undefined ? null : readExpiry(expires, now);
      const { projects, dataDir } = await open();
      const { serverKey, keyHash } = newServerKey();
      if (!(await projects.replaceKey(projectId, keyHash, { previousUntil, expiresAt })))
        return noProject(io, projectId);
      showKey(io, projectId, serverKey);
      if (previousUntil !== null) reportOverlap(io, await projects.findProject(projectId));
      renewCredentialsFile(io, dataDir, projectId, serverKey);
      return 0;
    },
  },
  usage: {
    options: ['days'],
    async run({ words, options, io, now, open }) {
      const projectId = oneId('usage', words);
      const days = readDays(options.days ?? '30', RETENTION_DAYS);
      const { projects, usage } = await open();
      if ((await projects.findProject(projectId)) === null) return noProject(io, projectId);
      showUsage(io, await usage.read(projectId, dayOf(now) - days + 1));
      return 0;
    },
  },
};

function oneId(command: string, words: readonly string[]): string {
  const [projectId] = words;
  if (projectId === undefined || words.length > 1)
    throw new UsageError(`'${command}' takes one project ID, got ${words.length}`);
  return projectId;
}

function noProject(io: CommandIo, projectId: string): number {
  io.stderr.write(`Project ${projectId} does not exist.\n`);
  return 1;
}

/** Creates a server key and its hash. */
function newServerKey(): { serverKey: string; keyHash: string } {
  const serverKey = randomBytes(32).toString('base64url');
  return { serverKey, keyHash: hashServerKey(serverKey) };
}

/** Prints a project's id and new server key, and warns that the key is shown only once. */
function showKey(io: CommandIo, projectId: string, serverKey: string): void {
  io.stdout.write(`project id  ${projectId}\nserver key  ${serverKey}\n`);
  io.stderr.write('The server key is shown only once, because only its hash is stored.\n');
}

/** Reports how long the old key remains valid after a rotation with an overlap. */
function reportOverlap(io: CommandIo, project: Project | null): void {
  const until = project?.previousKey?.validUntil;
  io.stderr.write(
    until === undefined || Date.parse(until) <= Date.now()
      ? 'The old key was revoked or had expired and is no longer valid.\n'
      : `The old key is valid until ${until}.\n`,
  );
}

/** Writes the new key to `credentials.json` if that file belongs to this project. */
function renewCredentialsFile(io: CommandIo, dataDir: string, projectId: string, serverKey: string): void {
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

/** Prints a table with one row per project. */
function showProjects(io: CommandIo, projects: readonly Project[], now: number): void {
  const rows = projects.map((project) => [
    project.projectId,
    project.createdAt,
    stateOf(project, now),
    project.keyExpiresAt ?? 'never',
    String(project.unitsPerSecond ?? 'default'),
    project.methods?.join(',') ?? 'all',
    project.name,
  ]);
  showTable(io, [['PROJECT ID', 'CREATED', 'STATE', 'KEY EXPIRES', 'UNITS/S', 'METHODS', 'NAME'], ...rows]);
}

/** Prints a project's usage by day and method, and the total. */
function showUsage(io: CommandIo, usage: readonly UsageRow[]): void {
  const rows = usage.map(({ day, method, calls, units }) => [
    new Date(startOfDay(day)).toISOString().slice(0, 10),
    method,
    String(calls),
    String(units),
  ]);
  const sum = (of: (row: UsageRow) => number) => String(usage.reduce((total, row) => total + of(row), 0));
  showTable(io, [
    ['DAY (UTC)', 'METHOD', 'CALLS', 'UNITS'],
    ...rows,
    ['all', 'all', sum(({ calls }) => calls), sum(({ units }) => units)],
  ]);
}

function stateOf(project: Project, now: number): string {
  const { keyHash, revokedAt, previousKey } = project;
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  const isAlive = keyValidUntil(project, keyHash, now) !== undefined;
  const hasPrevious = previousKey !== null && keyValidUntil(project, previousKey.keyHash, now) !== undefined;
  return `${isAlive ? 'alive' : 'expired'}${hasPrevious ? `, old key until ${previousKey.validUntil}` : ''}`;
}

function showTable(io: CommandIo, table: readonly (readonly string[])[]): void {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of table) {
    const cells = row.map((cell, i) => cell.padEnd(widths[i] ?? 0));
    io.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

await runWhenMain(
  import.meta.url,
  (argv, env, io) => {
    loadEnvFiles();
    return runProject(argv, env, io);
  },
  USAGE,
);
