// `npm run test:browsers`: opens every page and performs the six tasks of a first visitor in Firefox and WebKit.
// Installs the browsers' Debian packages if run as root.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from '@/lib/commands/setup/prepare.mjs';
import { ensurePrograms } from '@/lib/commands/setup/test-tools.mjs';
import { startFirefox } from '@/lib/testing/browsers/firefox';
import { browserChecks } from '@/lib/testing/browsers/tasks';
import { startWebKit } from '@/lib/testing/browsers/webkit';
import { startService } from '@/lib/testing/servers/processes';

/** Required programs, each with its Debian package. */
const PROGRAMS = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };
const LIBRARIES = '/usr/lib';

const missing = ensurePrograms(PROGRAMS);
await ensureBuild();

const service = await startService({
  RATE_LIMIT_PER_SECOND: '0',
  DASHBOARD: 'on',
  // Only the sample network is reachable, so that no request leaves the machine.
  EVM_CHAINS: '1,111',
  EVM_RPC_URL_1: 'http://127.0.0.1:9',
  SOLANA_RPC_URL_101: 'http://127.0.0.1:9',
  BITCOIN_ESPLORA_URL: 'off',
  BITCOIN_ESPLORA_URL_TESTNET: 'off',
  BITCOIN_ESPLORA_URL_SIGNET: 'off',
});

const say = (line: string) => process.stdout.write(`${line}\n`);

let passed = 0;
let failed = 0;
try {
  const origin = `http://localhost:${service.port}`;
  for (const [name, programs, start] of [
    ['Firefox', ['firefox-esr'], () => startFirefox('/usr/bin/firefox-esr')],
    ['WebKit', ['WebKitWebDriver', 'Xvfb'], () => startWebKit(miniBrowser())],
  ] as const) {
    if (programs.some((program) => missing.includes(program))) {
      say(`${name}: NOT RUN: ${programs.join(' or ')} is not installed, and installing it requires root`);
      continue;
    }
    const browser = await start();
    say(browser.name);
    try {
      for await (const { name: check, failure } of browserChecks(browser, origin)) {
        say(`  ${failure === undefined ? '✓' : '×'} ${check}${failure === undefined ? '' : `: ${failure}`}`);
        if (failure === undefined) passed++;
        else failed++;
      }
    } finally {
      await browser.close();
    }
  }
} finally {
  await service.stop();
}
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** Returns the path of WebKitGTK's MiniBrowser in Debian's library directory. @throws if it is not installed */
function miniBrowser(): string {
  for (const platform of readdirSync(LIBRARIES))
    for (const version of ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0']) {
      const path = join(LIBRARIES, platform, version, 'MiniBrowser');
      if (existsSync(path)) return path;
    }
  throw new Error('MiniBrowser was not found');
}
