// Ensures that the programs for the tests are installed: a browser, Redis, HAProxy, PgBouncer, kubectl and promtool.
// Installs missing programs from Debian packages if possible.
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Chromium without a user interface, which uses a third less CPU time in tests. */
const HEADLESS_SHELL = 'chromium-headless-shell';
/** Programs that some tests need, each with its Debian package. */
const PROGRAMS = {
  'redis-server': 'redis-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  kubectl: 'kubernetes-client',
};

/** Arguments for a headless browser without background requests. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Whether Debian packages can be installed: as root, or with `sudo` without a password, as on CI machines. */
const canInstall = () =>
  process.getuid?.() === 0 || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;

/** Returns the path of an installed program; an empty string if it is missing. */
const pathOf = (program) =>
  spawnSync('sh', ['-c', 'command -v "$0"', program], { encoding: 'utf8' }).stdout.trim();

/**
 * Returns the path of a browser; an empty string to use the one that Playwright installs. Exits if no browser can be
 * installed. Prefers Debian's headless shell, and installs it next to Debian's Chromium if possible.
 */
export function ensureBrowser() {
  const find = () => process.env.SATCHEL_BROWSER || [HEADLESS_SHELL, ...BROWSERS].map(pathOf).find(Boolean);
  if (!process.env.SATCHEL_BROWSER) ensureShell();
  const found = find();
  if (found) return found;
  console.error(
    'satchel: no browser found; installing Chromium with Playwright, or from Debian packages if that fails',
  );
  const playwright = join(ROOT, 'node_modules/.bin/playwright');
  const own = spawnSync(playwright, ['install', 'chromium'], { stdio: ['ignore', 2, 2], timeout: 300_000 });
  if (own.status === 0) return '';
  installFromDebian([HEADLESS_SHELL]);
  const installed = find();
  if (installed) return installed;
  console.error('satchel: install Chromium or Chrome for the tests, or set SATCHEL_BROWSER to its path');
  process.exit(1);
}

/**
 * Installs the headless shell of the same version as Debian's installed Chromium. Does nothing unless run as root.
 */
function ensureShell() {
  if (pathOf(HEADLESS_SHELL) || process.getuid?.() !== 0) return;
  const { stdout, status } = spawnSync('dpkg-query', ['--show', 'chromium'], { encoding: 'utf8' });
  if (status === 0) installFromDebian([`${HEADLESS_SHELL}=${stdout.trim().split('\t')[1]}`]);
}

/** Installs missing programs of tests if possible; returns those that are still missing. */
export const ensureTestPrograms = () => ensurePrograms(PROGRAMS);

/**
 * Installs missing programs if possible; returns those that are still missing.
 * @param {Record<string, string>} packages Debian packages by program
 * @returns {string[]}
 */
export function ensurePrograms(packages) {
  const missing = () => Object.keys(packages).filter((name) => !pathOf(name));
  const wanted = missing();
  if (wanted.length === 0 || !canInstall()) return wanted;
  console.error(`satchel: no ${wanted.join(', ')} found; trying Debian packages`);
  installFromDebian(wanted.map((name) => packages[name]));
  return missing();
}

/**
 * Installs `promtool` from Debian's `prometheus` package if possible; returns whether it is installed. Only the
 * program is unpacked, because installing the package would start a Prometheus server.
 */
export function ensurePromtool() {
  if (pathOf('promtool') || !canInstall()) return pathOf('promtool') !== '';
  console.error('satchel: no promtool found; unpacking it from the Debian package prometheus');
  const unpack =
    'cd "$(mktemp -d)" && apt-get download prometheus && dpkg-deb -x prometheus_*.deb . && install usr/bin/promtool /usr/local/bin && rm -r "$PWD"';
  runWithApt(`apt-get update && ${unpack}`);
  return pathOf('promtool') !== '';
}

function installFromDebian(names) {
  runWithApt(`apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')}`);
}

/** Runs a shell command with apt-get under a lock, because apt-get fails while another instance is running. */
function runWithApt(command) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const lock = join(tmpdir(), 'satchel-apt.lock');
  const [program, ...args] = [...sudo, 'flock', '--timeout', '900', lock, 'sh', '-c', command];
  spawnSync(program, args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
