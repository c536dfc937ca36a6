import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

// Docs that cannot rot: what the README names is there.
const readme = readFileSync('README.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const paths = [...readme.matchAll(/`((?:lib|app|components|e2e|public)\/[\w./()[\]-]+)`/g)].map(
  ([, path = '']) => path,
);
const commands = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);

describe('the README', () => {
  it('names files and commands', () => {
    expect(paths.length).toBeGreaterThan(0);
    expect(commands.length).toBeGreaterThan(0);
  });
  it.each([...new Set(paths)])('%s exists', (path) => {
    expect(existsSync(path)).toBe(true);
  });
  it.each([...new Set(commands)])('npm run %s is a script', (name) => {
    expect(scripts).toHaveProperty([name]);
  });
});
