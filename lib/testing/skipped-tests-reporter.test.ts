import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import vitestConfig from '@/vitest.config';

const folder = mkdtempSync(join(tmpdir(), 'satchel-skipped-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the tests of the folder, and returns the exit code and the last line. */
function run(): [status: number | null, lastLine: string | undefined] {
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      resolve('node_modules/vitest/vitest.mjs'),
      'run',
      '--globals',
      '--reporter=default',
      `--reporter=${resolve('lib/testing/skipped-tests-reporter.mjs')}`,
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  return [status, stripVTControlCharacters(stdout).trim().split('\n').at(-1)?.trim()];
}

it('npm run unit uses the reporter, whose last line counts the tests that were skipped without built pages', () => {
  expect(JSON.stringify(vitestConfig.test?.reporters)).toContain('lib/testing/skipped-tests-reporter.mjs');
  const pages = `
    import { existsSync } from 'node:fs';
    describe.skipIf(!existsSync('.next/BUILD_ID'))('pages', () => {
      it('one', () => {});
      it.each([2, 3])('%i', () => {});
    });
    it('without pages', () => {});`;
  writeFileSync(join(folder, 'pages.test.js'), pages);
  writeFileSync(join(folder, 'more-pages.test.js'), pages);
  writeFileSync(join(folder, 'other.test.js'), `it.skip('no program', () => {}); it('other', () => {});`);
  expect(run()).toEqual([
    0,
    'NOT RUN: 6 tests in 2 files, because the pages are not built. Build them first: npm run build',
  ]);
  mkdirSync(join(folder, '.next'));
  writeFileSync(join(folder, '.next/BUILD_ID'), 'x');
  const [status, lastLine] = run();
  expect([status, lastLine]).toEqual([0, expect.stringMatching(/^Duration/)]);
});
