import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../lib/testing/servers/free-port';

// Chooses ports and folders for one run of the browser tests, so that several runs can be concurrent. Playwright reads
// its configuration in every process. The first process chooses, and passes its choice to servers and workers in
// environment variables.

async function chosenOnce(variable: string, choose: () => Promise<string>): Promise<string> {
  process.env[variable] ??= await choose();
  return process.env[variable];
}

const portOf = async (variable: string) =>
  Number(await chosenOnce(variable, async () => String(await freePort())));

/** Port of the service. */
export const PORT = await portOf('E2E_PORT');
/** Port of the Solana node. */
export const NODE_PORT = await portOf('E2E_NODE_PORT');
/** Port of a node that responds to every call with 429. */
export const LIMITED_PORT = await portOf('E2E_LIMITED_PORT');
/** Port of the document host, which only the service may call. */
export const HOST_PORT = await portOf('E2E_HOST_PORT');

/** The service's store, deleted after the run. */
export const DATA_DIR = await chosenOnce('E2E_DATA_DIR', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
});

/** Testnet wallet whose documents are served by `e2e/untrusted-host.ts`. */
export const UNTRUSTED_WALLET = '4orzB9enJgRp1KFKrFKvkjXq8PE9jhX8duZJgxbfRHac';
/** Testnet wallet with a token and an NFT in a verified collection, all with right-to-left names. */
export const RIGHT_TO_LEFT_WALLET = '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5';
/** Testnet wallet with a token and an NFT whose names are long enough to overflow any layout. */
export const HOSTILE_WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
