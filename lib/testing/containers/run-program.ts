import { execFile } from 'node:child_process';
import { isFulfilled } from '@/lib/testing/until';

/**
 * Runs a program and waits until it ends. Resolves to its stdout.
 * @param env variables added to this process's environment
 * @throws Error with the end of the program's output if the program fails
 */
export function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(program, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const output = `${stdout}${stderr}`.trim().slice(-2_000);
      reject(new Error(`${program} ${args.slice(0, 3).join(' ')} failed: ${output || error.message}`));
    });
  });
}

/** Runs a program and waits until it ends. Resolves to whether it succeeded. */
export const succeeds = (
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<boolean> => isFulfilled(run(program, args, env));
