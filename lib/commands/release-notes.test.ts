import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the release notes are the section of the changelog for the current version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const notes = execFileSync(process.execPath, ['lib/commands/release-notes.mjs'], { encoding: 'utf8' });
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  expect(notes).toMatch(/^### /);
  expect(notes).not.toMatch(/^## /m);
  const start = changelog.indexOf(`## ${version} - `);
  expect(changelog.indexOf(notes.trim())).toBeGreaterThan(start);
  expect(changelog.slice(start).split(/^## /m)[1]).toContain(notes.trim());
});
