import { execFileSync } from 'node:child_process';

/** Runs a copied curl command with the project of `playwright.config.ts` and returns its answer. */
export function runCurl(line: string): unknown {
  const project = {
    PROJECT_ID: 'e2e-project',
    PROJECT_SERVER_KEY: 'e2e-server-key-that-no-page-may-show',
  };
  return JSON.parse(
    execFileSync('sh', ['-c', line], { env: { ...process.env, ...project }, encoding: 'utf8' }),
  );
}
