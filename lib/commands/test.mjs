// `npm test`: runs all checks and prints the total number of tests. Every check other than vitest and Playwright counts
// as one test.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePackages, ROOT } from './setup/prepare.mjs';
import { ensureBrowser, ensurePromtool, ensureTestPrograms } from './setup/test-tools.mjs';

ensurePackages({ tests: true });
const browser = ensureBrowser();
const missingPrograms = [...ensureTestPrograms(), ...(ensurePromtool() ? [] : ['promtool'])];
const reports = mkdtempSync(join(tmpdir(), 'satchel-test-'));
const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
let passed = 0;
let failed = 0;
let notRun = 0;
const failures = [];

function runCheck(name, program, args, env = {}) {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const { status } = spawnSync(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  console.log(
    `── ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
  );
  return status === 0;
}

function check(name, program, args, env) {
  count(name, runCheck(name, program, args, env));
}

function count(name, ok) {
  if (ok) passed++;
  else {
    failed++;
    failures.push(`failed: ${name}`);
  }
}

/** Counts the tests in a report. A missing or empty report counts as a failure. */
function counted(ok, file, read) {
  let tests = { passed: 0, failed: 0, notRun: 0 };
  try {
    tests = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {}
  passed += tests.passed;
  notRun += tests.notRun;
  failed += tests.failed === 0 && (!ok || tests.passed === 0) ? 1 : tests.failed;
}

check('lock file with npm 10', 'npx', [
  '--yes',
  'npm@10.8.2',
  'ci',
  '--dry-run',
  '--no-audit',
  '--loglevel=error',
]);
// The build must not open a store: it would create the first project there, whose key is then lost.
const storeOfBuild = join(reports, 'store-of-build');
if (!runCheck('build', process.execPath, ['lib/commands/build.mjs'], { DATA_DIR: storeOfBuild }))
  process.exit(1);
count('the build opens no store', !existsSync(storeOfBuild));

check('format, lint, types, layers, unused code', process.execPath, ['lib/commands/check.mjs']);

// Browser tests run in parallel with the unit tests, because both mostly wait. Their output is printed afterwards.
const browserReport = join(reports, 'browser.json');
const browserOutput = join(reports, 'browser.log');
const descriptor = openSync(browserOutput, 'w');
const browserTests = spawn(bin('playwright'), ['test', '--reporter=list,json'], {
  cwd: ROOT,
  stdio: ['ignore', descriptor, descriptor],
  env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport, SATCHEL_BROWSER: browser },
});
closeSync(descriptor);
const browserStatus = new Promise((resolve) => browserTests.once('close', resolve));

const unitReport = join(reports, 'unit.json');
counted(
  runCheck(
    'unit and contract tests',
    bin('vitest'),
    [
      'run',
      '--project=shared',
      '--project=isolated',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./lib/testing/failed-tests-reporter.mjs',
      `--outputFile.json=${unitReport}`,
    ],
    {
      SATCHEL_TEST_ENGINES: join(reports, 'notes'),
      SATCHEL_TEST_FAILURES: join(reports, 'failures'),
    },
  ),
  unitReport,
  (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    notRun: report.numPendingTests + report.numTodoTests,
  }),
);

const isBrowserOk = (await browserStatus) === 0;
console.log(`\n── browser tests\n${readFileSync(browserOutput, 'utf8')}`);
console.log(`── browser tests: ${isBrowserOk ? 'ok' : 'FAILED'}`);
counted(isBrowserOk, browserReport, ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  notRun: stats.skipped,
}));

const lines = (file) =>
  existsSync(join(reports, file)) ? readFileSync(join(reports, file), 'utf8').trim().split('\n') : [];
const engines = [...new Set(lines('notes'))];
failures.push(...lines('failures'));
rmSync(reports, { recursive: true, force: true });
console.log('');
// A check that could not run counts as skipped; on CI, where every program can be installed, it fails.
if (process.env.CI) {
  failed += missingPrograms.length;
  failures.push(...missingPrograms.map((program) => `failed: ${program} is not installed`));
} else notRun += missingPrograms.length;
const programOf = {
  'several instances on Redis': 'redis-server',
  'the load balancer of compose.yaml': 'haproxy',
  'transaction pooling': 'pgbouncer',
  'rendering for Kubernetes': 'kubectl',
  'alerts and metrics': 'promtool',
};
for (const [what, program] of Object.entries(programOf))
  console.log(
    `${what}: ${missingPrograms.includes(program) ? `NOT RUN: ${program} is not installed, and installing it requires root or sudo` : 'run'}`,
  );
console.log(`store engines: embedded SQLite${engines.map((engine) => `, ${engine}`).join('')}`);
for (const failure of failures) console.log(failure);
console.log(`${passed} passed, ${failed} failed${notRun > 0 ? `, ${notRun} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);
