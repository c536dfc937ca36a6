import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../lib/testing/servers/free-port';

// What one run of the browser tests has for itself, so that another may run beside it. Playwright reads its
// configuration in every process: the first one chooses, and hands its choice to servers and workers by the
// environment.

async function chosenOnce(variable: string, choose: () => Promise<string>): Promise<string> {
  process.env[variable] ??= await choose();
  return process.env[variable];
}

const portOf = async (variable: string) =>
  Number(await chosenOnce(variable, async () => String(await freePort())));

/** Where the service listens. */
export const PORT = await portOf('SATCHEL_E2E_PORT');
/** The node and the host that only the service may ask. */
export const NODE_PORT = await portOf('SATCHEL_E2E_NODE_PORT');
/** A node that answers 429 alone. */
export const LIMITED_PORT = await portOf('SATCHEL_E2E_LIMITED_PORT');
export const HOST_PORT = await portOf('SATCHEL_E2E_HOST_PORT');

/** The service's store, gone when the run is over. */
export const DATA_DIR = await chosenOnce('SATCHEL_E2E_DATA_DIR', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
});

/** Holds what `e2e/untrusted-host.ts` has documents of, on testnet. */
export const UNTRUSTED_WALLET = '4orzB9enJgRp1KFKrFKvkjXq8PE9jhX8duZJgxbfRHac';
/** Holds a token and an NFT of a verified collection whose names run from right to left, on testnet. */
export const RIGHT_TO_LEFT_WALLET = '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5';
/** Holds a token and an NFT that say more than any layout has room for, on testnet. */
export const HOSTILE_WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
