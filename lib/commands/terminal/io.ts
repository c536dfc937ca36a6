import { realpathSync } from 'node:fs';
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

/** A command line that cannot be understood; the message says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Where records are kept, by the environment: Postgres if there is a DATABASE_URL, else the data folder. */
export function placeOf(env: CommandEnv): string {
  return env.DATABASE_URL || env.DATA_DIR || '.data';
}

/**
 * Runs a command when its file is the one that the process was started with, not when a test imports it. The first
 * Ctrl+C lets it finish what it has in hand, the second one ends it.
 * @param url the file's `import.meta.url`
 * @param main returns the exit code
 */
export async function runWhenMain(
  url: string,
  main: (argv: readonly string[], env: CommandEnv, io: CommandIo) => Promise<number>,
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
    process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    process.exitCode = (thrown as Error).name === 'UsageError' ? 2 : 1;
  }
}
