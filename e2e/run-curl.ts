import { execFileSync } from 'node:child_process';

/** Runs a copied curl command with the credentials in `playwright.config.ts`. Returns the parsed response. */
export function runCurl(line: string): unknown {
  const project = {
    PROJECT_ID: 'e2e-project',
    PROJECT_SERVER_KEY: 'e2e-server-key-that-no-page-may-show',
  };
  return JSON.parse(
    execFileSync('sh', ['-c', line], { env: { ...process.env, ...project }, encoding: 'utf8' }),
  );
}
