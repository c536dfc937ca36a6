// The browser of the tests: one that is installed, else Playwright's own, else Debian's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installFromDebian } from './debian.mjs';
import { ROOT } from './prepare.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** How a browser is started that shows nothing, and asks nobody of its own. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function installed() {
  for (const name of NAMES) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout?.trim();
    if (found) return found;
  }
  return PLACES.find((place) => existsSync(place));
}

/** Path of a browser; an empty string means Playwright's own. Ends the process when there is none to be had. */
export function ensureBrowser() {
  const found = process.env.SATCHEL_BROWSER || installed();
  if (found) return found;
  console.error('satchel: no browser found; asking Playwright for its own');
  const own = spawnSync(join(ROOT, 'node_modules/.bin/playwright'), ['install', 'chromium'], {
    stdio: ['ignore', 2, 2],
    timeout: 300_000,
  });
  if (own.status === 0) return '';
  console.error('satchel: Playwright could not bring one; asking Debian for chromium');
  installFromDebian('chromium');
  const fromDebian = installed();
  if (fromDebian) return fromDebian;
  console.error(
    'satchel: no browser for the tests; install Chromium or Chrome, or name one in SATCHEL_BROWSER',
  );
  process.exit(1);
}
