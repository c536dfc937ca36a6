import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a command may touch of its terminal, so that tests can stand in for it. */
export type CommandIo = {
  stdout: { write: (text: string) => unknown };
  stderr: { write: (text: string) => unknown; isTTY?: boolean };
  /** Aborted by Ctrl+C: the command finishes what it has in hand. */
  signal: AbortSignal;
};

/** The command's environment: names and values, as `process.env`. */
export type CommandEnv = Record<string, string | undefined>;

/**
 * A path that the user gave. `npm run` starts commands in the project's root, from which `DATA_DIR` is resolved; paths
 * on the command line start from the user's folder, which npm names in `INIT_CWD`.
 */
export const userPath = (path: string, env: CommandEnv): string => resolve(env.INIT_CWD ?? '', path);

/** A command line that cannot be understood; the message names what is wrong, the usage is shown below it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** `--help` and `-h`, which every command has, for `parseArgs`. */
export const HELP_OPTION = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Runs a command when its file is the one that the process was started with, not when a test imports it. The first
 * Ctrl+C lets it finish what it has in hand, the second one ends it. Exit code 2 and the usage for a command line
 * that cannot be understood, 1 for other errors.
 * @param url the file's `import.meta.url`
 * @param main returns the exit code; may throw UsageError or what `parseArgs` throws
 */
export async function runWhenMain(
  url: string,
  main: (argv: readonly string[], env: CommandEnv, io: CommandIo) => Promise<number>,
  usage: string,
): Promise<void> {
  const [, started, ...argv] = process.argv;
  if (started === undefined || realpathSync(started) !== realpathSync(fileURLToPath(url))) return;
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  try {
    const { stdout, stderr } = process;
    process.exitCode = await main(argv, process.env, { stdout, stderr, signal: interrupted.signal });
  } catch (thrown) {
    const misused = isUsageError(thrown);
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    process.stderr.write(`${message}\n${misused ? `\n${usage}` : ''}`);
    process.exitCode = misused ? 2 : 1;
  }
}

function isUsageError(thrown: unknown): boolean {
  const { name, code } = thrown as { name?: unknown; code?: unknown };
  return name === 'UsageError' || String(code).startsWith('ERR_PARSE_ARGS');
}
