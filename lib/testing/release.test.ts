import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';

// Runs the script of the release workflow that decides whether to release, and checks the order of its jobs.

type Job = { needs?: string | string[]; if?: string; steps?: { id?: string; run?: string; uses?: string }[] };
const jobs = parse(readFileSync('.github/workflows/release.yml', 'utf8')).jobs as Record<string, Job>;
const decide = jobs.version?.steps?.find(({ id }) => id === 'read')?.run ?? '';

const folder = mkdtempSync(join(tmpdir(), 'satchel-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the script in a repository with this changelog and tag. Returns its output `isNew`. */
function isReleased(name: string, changelog: string, tag?: string): string | undefined {
  const cwd = join(folder, name);
  const setup = join(cwd, 'lib', 'commands', 'setup');
  mkdirSync(setup, { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{"version":"9.1.0"}');
  writeFileSync(join(cwd, 'CHANGELOG.md'), changelog);
  writeFileSync(join(setup, 'prepare.mjs'), `export const ROOT = ${JSON.stringify(cwd)};`);
  writeFileSync(
    join(cwd, 'lib', 'commands', 'release-notes.mjs'),
    readFileSync('lib/commands/release-notes.mjs'),
  );
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd });
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
  if (tag !== undefined) git('tag', tag);
  const output = join(cwd, 'output');
  writeFileSync(output, '');
  execFileSync('bash', ['-e', '-c', decide], { cwd, env: { ...process.env, GITHUB_OUTPUT: output } });
  return /^isNew=(.*)$/m.exec(readFileSync(output, 'utf8'))?.[1];
}

const SECTION = '## 9.1.0 - 2026-11-27\n\n### Fixed\n\n- A line.\n';

it('a version is released if it has a section in the changelog and no tag, and nothing is unreleased', () => {
  expect(isReleased('new', `# Changelog\n\n${SECTION}`)).toBe('true');
  expect(isReleased('other tag', `# Changelog\n\n${SECTION}`, 'v9.0.0')).toBe('true');
  expect(isReleased('tagged', `# Changelog\n\n${SECTION}`, 'v9.1.0')).toBe('false');
  expect(isReleased('unreleased', `# Changelog\n\n## Unreleased\n\n- A line.\n\n${SECTION}`)).toBe('false');
  expect(() => isReleased('no section', '# Changelog\n')).toThrow();
});

it('everything that is published has a tag, which is set only for a new version that passed the tests', () => {
  const needsOf = (job: string): string[] =>
    [jobs[job]?.needs ?? []].flat().flatMap((need) => [need, ...needsOf(need)]);
  const publishing = Object.keys(jobs).filter((job) =>
    jobs[job]?.steps?.some(({ run = '', uses = '' }) =>
      /npm publish|gh release|docker\/build-push/.test(run + uses),
    ),
  );
  expect(publishing).toEqual(['image', 'client', 'release']);
  for (const job of publishing) expect(needsOf(job)).toContain('tag');
  expect(needsOf('tag')).toEqual(expect.arrayContaining(['version', 'test']));
  expect(jobs.test?.if).toBe("needs.version.outputs.isNew == 'true'");
  // Without a condition, a job is skipped when a job that it needs was skipped.
  for (const job of ['tag', ...publishing]) expect(jobs[job]?.if).toBeUndefined();
});
