import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Standard output, standard error and interruption of a command; tests replace them. */
export type CommandIo = {
  stdout: { write: (text: string) => unknown };
  stderr: { write: (text: string) => unknown; isTTY?: boolean };
  /** Aborted by Ctrl+C; the command then finishes its current step. */
  signal: AbortSignal;
};

/** Environment variables of a command, like `process.env`. */
export type CommandEnv = Record<string, string | undefined>;

/**
 * Resolves a path given on the command line. `npm run` starts commands in the project's root, from which `DATA_DIR`
 * is resolved; paths on the command line are relative to the user's folder, which npm sets in `INIT_CWD`.
 */
export const userPath = (path: string, env: CommandEnv): string => resolve(env.INIT_CWD ?? '', path);

/** Thrown for an invalid command line. The usage is printed below the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The `--help` (`-h`) option of every command, for `parseArgs`. */
export const HELP_OPTION = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Runs a command if its file is the entry point of the process, but not if a test imports it. The first Ctrl+C lets the
 * command finish its current step; the second ends it. After an invalid command line, prints the usage and exits
 * with 2; after any other error, exits with 1.
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
  // A reader that stops early, such as `head`, must not end the command in the middle of its work.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
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
