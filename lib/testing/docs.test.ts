import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRegistry } from '@/lib/rpc/registry';

// Checks that all files, sections and scripts cited in documents and comments exist.

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const documents = files.filter((file) => file.endsWith('.md'));
const sources = files.filter((file) => /\.(tsx?|mjs|cjs)$/.test(file) && !/\.generated\.ts$/.test(file));
const { scripts, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  version: string;
};
const read = (file: string) => readFileSync(file, 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

/** Earlier releases of the changelog name what was removed since. */
const current = (file: string) =>
  file === 'CHANGELOG.md'
    ? read(file)
        .split(/^(?=## )/m, 2)
        .join('')
    : read(file);

describe.each(documents)('%s', (file) => {
  const text = current(file);
  it('the paths named in each document exist', () => {
    const paths = matches(text, /`((?:lib|app|components|docs|e2e|public)\/[\w./()[\]-]+)`/g);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
  it('the files linked from each document exist', () => {
    const links = matches(text, /\]\((?!https?:|#)([^)\s#]+)/g);
    expect(links.filter((link) => !existsSync(join(dirname(file), link)))).toEqual([]);
  });
  it('the scripts named in each document exist', () => {
    const names = matches(text, /npm run ([\w:]+)/g);
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('docs/promises.md', () => {
  const rows = read('docs/promises.md')
    .split('\n')
    .filter((line) => /^\| (?!promise )/.test(line))
    .map((line) => line.split(' | '));

  it('each promise names test files, and the command that runs them', () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const [promise, provenBy = '', runBy] of rows) {
      const tests = matches(provenBy, /`([^`]+)`/g);
      expect(tests, promise).not.toEqual([]);
      for (const test of tests) expect(test).toMatch(/^(lib\/.+\.test\.ts|e2e\/.+\.spec\.ts)$/);
      const stress = tests.filter((test) => /^lib\/testing\/(stress|trust)\//.test(test));
      const command =
        stress.length === 0
          ? '`npm test` |'
          : stress.length < tests.length
            ? 'both |'
            : '`npm run test:stress` |';
      expect(runBy, promise).toBe(command);
    }
  });
});

describe('the README', () => {
  it('the README has at most 150 lines', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150);
  });
});

it('SECURITY.md names a test for each item of the OWASP API Security Top 10', () => {
  const rows = matches(read('SECURITY.md'), /^\| (API\d+ .*\.(?:test|spec)\.ts`.*) \|$/gm);
  expect(rows.map((row) => row.split(' ')[0])).toEqual(Array.from({ length: 10 }, (_, i) => `API${i + 1}`));
});

it('package.json, its lock file, the changelog, the OpenRPC document, the image and the Kubernetes files have the same version', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: { '': { version: string } };
  };
  const [newest] = matches(read('CHANGELOG.md'), /^## (\d\S*)/gm);
  const { info } = createRegistry([], { version, url: '' }).openRpc() as {
    info: { version: string };
  };
  expect([lock.version, lock.packages[''].version, newest, info.version]).toEqual(Array(4).fill(version));
  const [label] = matches(read('Dockerfile'), /image\.version="(.+)"/g);
  const [image] = matches(read('deploy/kubernetes/base/deployment.yaml'), /image: satchel:(\S+)/g);
  const [tag] = matches(read('deploy/kubernetes/example/kustomization.yaml'), /newTag: (\S+)/g);
  expect([label, image, tag]).toEqual(Array(3).fill(version));
});

/** Section numbers of the contract. */
const sections = new Set(matches(read('docs/contract.md'), /^## (\d+)\. /gm));

/** Finds citations of sections, documents and files that do not exist. */
function deadCitations(text: string): string[] {
  const contract = matches(text, /\bcontract §(\d+)/gi).filter((section) => !sections.has(section));
  const specification = matches(text, /\b(specification §|spec §)/gi);
  const named = matches(text, /(?:\/\/|\*)[^\n]*\b((?:docs\/[\w/-]+|[A-Z][A-Z_]+)\.md)\b/g).filter(
    (name) => !documents.some((document) => document === name || document.endsWith(`/${name}`)),
  );
  const paths = matches(text, /(?:\/\/|\*)[^\n`]*`((?:lib|app|components|e2e)\/[\w./()[\]-]+\.\w+)`/g).filter(
    (path) => !existsSync(path),
  );
  return [...contract, ...specification, ...named, ...paths];
}

describe('comments', () => {
  it('comments cite only existing sections, documents and files', () => {
    const dead = sources
      .filter((file) => file !== 'lib/testing/docs.test.ts')
      .map((file) => [file, deadCitations(read(file))] as const)
      .filter(([, citations]) => citations.length > 0);
    expect(dead).toEqual([]);
  });

  it.each([
    '// as contract §99 says',
    '// specification §2.1',
    '// see NOWHERE.md',
    '/** Like `lib/nowhere/file.ts`. */',
  ])('the check for citations reports a missing target in: %s', (comment) => {
    expect(deadCitations(comment)).not.toEqual([]);
  });
});
