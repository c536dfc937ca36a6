import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

// A linter checks the direction of imports between layers, but it would also pass if it found no files. This test
// plants every import that a rule forbids in a tree of the same folders. The linter must report each of them by the name
// of its rule.

const root = resolve('.');
const copy = mkdtempSync(join(tmpdir(), 'satchel-layers-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Copies files and folders of the project to a folder of the copy. Returns its path. */
function treeOf(name: string, paths: readonly string[]): string {
  const tree = join(copy, name);
  for (const path of paths) cpSync(join(root, path), join(tree, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

/** Appends text to a file, whose folder is made if needed. */
function write(tree: string, file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text, { flag: 'a' });
}

function cruise(tree: string): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      '--output-type',
      'err',
      'app',
      'components',
      'lib',
    ],
    { cwd: tree, encoding: 'utf8' },
  );
  return { status, output: stdout + stderr };
}

const PURE_FOLDERS = 'json client promises solana bitcoin evm btc-account projects trace'
  .split(' ')
  .map((name) => `lib/${name}`);
const PURE_FILES =
  'cache-sizes errors error-reasons image-fault ttl-cache constant-time-equal decode-percent trim-end'.split(
    ' ',
  );
const LAYERS = 'app components lib/server lib/rpc lib/services lib/sources lib/store lib/dashboard'.split(
  ' ',
);
const TEST_FOLDERS = ['lib/testing', 'lib/bench', 'lib/commands'];

/** The layers, other than itself and the pure folders, that a layer may import. */
const MAY_IMPORT: [rule: string, from: string, allowed: string[]][] = [
  ['services-import-pure', 'lib/services', []],
  ['rpc-imports-services-and-pure', 'lib/rpc', ['lib/services']],
  ['sources-import-pure', 'lib/sources', []],
  ['store-imports-pure', 'lib/store', []],
  ['dashboard-imports-pure', 'lib/dashboard', []],
  ['components-import-dashboard-and-pure', 'components', ['lib/dashboard']],
  [
    'app-never-reaches-an-adapter',
    'app',
    ['components', 'lib/dashboard', 'lib/server', 'lib/services', 'lib/rpc'],
  ],
  [
    'server-never-reaches-a-page',
    'lib/server',
    ['lib/rpc', 'lib/services', 'lib/sources', 'lib/store', 'lib/dashboard'],
  ],
];
const IO_MODULES = [
  ...'fs net dns http https http2 tls child_process worker_threads process timers os'.split(' '),
  'fs/promises',
];
const IO_PACKAGES =
  'next/server react react-dom undici @photostructure/sqlite postgres ioredis pino sharp'.split(' ');

/** A file with one forbidden import. The linter must report `rule: file → target`. */
type Violation = { rule: string; file: string; specifier: string; target: RegExp };
const violations: Violation[] = [];
const plant = (rule: string, from: string, target: string) => {
  const file = `${from}/planted-${target.replace(/[/.]/g, '-')}.ts`;
  const path = /\.\w+$/.test(target) ? target : `${target}/planted-target`;
  violations.push({ rule, file, specifier: `@/${path}`, target: new RegExp(`^${path}\\.ts$`) });
};

for (const [rule, from, allowed] of MAY_IMPORT)
  for (const layer of LAYERS) if (layer !== from && !allowed.includes(layer)) plant(rule, from, layer);
for (const from of PURE_FOLDERS)
  for (const layer of LAYERS) plant('pure-imports-nothing-of-ours', from, layer);
for (const from of [...LAYERS, ...PURE_FOLDERS])
  for (const folder of TEST_FOLDERS) plant('product-never-imports-tests', from, folder);
for (const kind of ['test', 'fuzz.test', 'bench', 'contract'])
  plant('product-never-imports-tests', 'lib/evm', `lib/solana/planted.${kind}`);
for (const [at, name] of [
  ...IO_MODULES,
  ...IO_MODULES.map((name) => `node:${name}`),
  ...IO_PACKAGES,
].entries())
  violations.push({
    rule: 'pure-has-no-io',
    file: `lib/bitcoin/planted-io-${at}.ts`,
    specifier: name,
    target: new RegExp(`(^|node_modules/)${name.replace(/^node:|\/server$/g, '')}(/|$)`),
  });
for (const name of PURE_FILES)
  violations.push(
    {
      rule: 'pure-imports-nothing-of-ours',
      file: `lib/${name}.ts`,
      specifier: '@/lib/store/planted-target',
      target: /^lib\/store\/planted-target\.ts$/,
    },
    { rule: 'pure-has-no-io', file: `lib/${name}.ts`, specifier: 'node:fs', target: /^fs$/ },
  );
for (const [name, other] of ['ab', 'ba'])
  violations.push({
    rule: 'no-cycles',
    file: `lib/dashboard/planted-${name}.ts`,
    specifier: `./planted-${other}`,
    target: /^lib\/dashboard\/planted-[ab]\.ts$/,
  });

it('every folder of lib belongs to a layer', () => {
  const known = [...LAYERS, ...PURE_FOLDERS, ...TEST_FOLDERS].filter((path) => path.startsWith('lib/'));
  const files = PURE_FILES.map((name) => `lib/${name}.ts`);
  const inLib = readdirSync(join(root, 'lib'), { withFileTypes: true }).filter(
    ({ name }) => !name.endsWith('.test.ts'),
  );
  expect(inLib.map(({ name }) => `lib/${name}`).sort()).toEqual([...known, ...files].sort());
});

it('an import that points upward inside a folder of lib is reported, also if it imports only a type', () => {
  const tree = treeOf('upward', ['lib']);
  // `lib/solana/address` is below `lib/solana/accounts`; the files import each other's folders, but not each other.
  write(
    tree,
    'lib/solana/address/planted-upward.ts',
    "import type { Mint } from '../accounts/token-program';\nexport type Up = Mint;\n",
  );
  write(tree, 'lib/rpc/planted-upper.ts', "import './methods';\n");
  write(tree, 'lib/rpc/methods/planted-lower.ts', "import '@/lib/rpc/planted-upper';\n");
  const { status, stderr } = spawnSync(process.execPath, ['lib/commands/upward-imports.mjs'], {
    cwd: tree,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain(
    'no-upward-imports in lib/solana: lib/solana/address/planted-upward.ts → lib/solana/accounts/token-program.ts',
  );
  expect(stderr).toContain(
    'no-upward-imports in lib/rpc: lib/rpc/methods/planted-lower.ts → lib/rpc/planted-upper.ts',
  );
});

it('the linter reports each forbidden import by the name of its rule, and nothing else', () => {
  const tree = treeOf('planted', ['tsconfig.json', '.dependency-cruiser.cjs', 'package.json']);
  for (const folder of [...LAYERS, ...TEST_FOLDERS])
    write(tree, `${folder}/planted-target.ts`, 'export const target = 1;\n');
  for (const kind of ['test', 'fuzz.test', 'bench', 'contract'])
    write(tree, `lib/solana/planted.${kind}.ts`, 'export const target = 1;\n');
  for (const [at, { file, specifier }] of violations.entries())
    write(
      tree,
      file,
      `import * as target${at} from '${specifier}';\nexport const planted${at} = target${at};\n`,
    );
  const { status, output } = cruise(tree);
  expect(status).not.toBe(0);
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    forbidden: { name: string }[];
  };
  expect(new Set(violations.map(({ rule }) => rule))).toEqual(new Set(forbidden.map(({ name }) => name)));
  const reported = [...output.matchAll(/^\s*error (\S+): (\S+) →\s+(\S+)/gm)].map(
    ([, rule, file, target = '']) => ({ rule, file, target }),
  );
  const isReported = (violation: Violation) =>
    reported.some(
      ({ rule, file, target }) =>
        rule === violation.rule && file === violation.file && violation.target.test(target),
    );
  const missed = violations.filter((violation) => !isReported(violation));
  // A cycle is reported once, at either of its files.
  expect(missed.filter(({ rule }) => rule !== 'no-cycles')).toEqual([]);
  expect(missed.length).toBeLessThanOrEqual(1);
  const refused = output.split('\n').filter((line) => /^\s*error /.test(line));
  expect(refused.filter((line) => !/planted| → fs$/.test(line))).toEqual([]);
  expect(output).toMatch(/\d{3,} modules/);
}, 300_000);
