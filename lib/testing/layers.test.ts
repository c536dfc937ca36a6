import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

// A linter checks the direction of imports between layers, but it would also pass if it found no files. This test
// plants a violation of each rule in a copy of the tree. The linter must report each of them by the name of its rule.

const root = resolve('.');
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'satchel-layers-'));
  for (const name of [
    'app',
    'components',
    'lib',
    'tsconfig.json',
    '.dependency-cruiser.cjs',
    'package.json',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function cruise(): { status: number | null; output: string } {
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
    { cwd: copy, encoding: 'utf8' },
  );
  return { status, output: stdout + stderr };
}

/** Returns the text of a file that imports one value. */
const importing = (from: string, name: string) =>
  `import { ${name} } from '${from}';\nexport const planted = ${name};\n`;

/** One violation of each rule, with the file to plant it in. */
const PLANTED: [rule: string, file: string, text: string][] = [
  ['pure-imports-nothing-of-ours', 'lib/solana/planted.ts', importing('@/lib/store/open', 'openStore')],
  ['pure-has-no-io', 'lib/bitcoin/planted.ts', importing('node:fs', 'readFileSync')],
  ['services-import-pure', 'lib/services/planted.ts', importing('@/lib/rpc/dispatch', 'dispatch')],
  [
    'rpc-imports-services-and-pure',
    'lib/rpc/planted.ts',
    importing('@/lib/sources/transport/transport', 'httpTransport'),
  ],
  ['sources-import-pure', 'lib/sources/planted.ts', importing('@/lib/rpc/dispatch', 'dispatch')],
  [
    'store-imports-pure',
    'lib/store/planted.ts',
    importing('@/lib/sources/transport/transport', 'httpTransport'),
  ],
  ['dashboard-imports-pure', 'lib/dashboard/planted.ts', importing('@/lib/server/env', 'readEnv')],
  [
    'components-import-dashboard-and-pure',
    'components/planted.tsx',
    importing('@/lib/rpc/dispatch', 'dispatch'),
  ],
  ['app-never-reaches-an-adapter', 'app/planted.ts', importing('@/lib/store/open', 'openStore')],
  [
    'server-never-reaches-a-page',
    'lib/server/planted.ts',
    importing('@/components/query-provider', 'QueryProvider'),
  ],
  ['product-never-imports-tests', 'lib/evm/planted.ts', importing('@/lib/testing/keys', 'publicKeys')],
  ['no-cycles', 'lib/dashboard/planted-a.ts', importing('./planted-b', 'planted')],
  ['no-cycles', 'lib/dashboard/planted-b.ts', importing('./planted-a', 'planted')],
];

it('the linter reports each planted layer violation by the name of its rule, and nothing else', () => {
  for (const [, file, text] of PLANTED) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  }
  const { status, output } = cruise();
  expect(status).not.toBe(0);
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    forbidden: { name: string }[];
  };
  expect(new Set(PLANTED.map(([rule]) => rule))).toEqual(new Set(forbidden.map(({ name }) => name)));
  for (const [rule, file] of PLANTED.filter(([, file]) => !file.endsWith('planted-b.ts')))
    expect(output).toMatch(new RegExp(`${rule}: ${file.replaceAll('.', '\\.')}`));
  const refused = output.split('\n').filter((line) => /^\s*error /.test(line));
  expect(refused.filter((line) => !line.includes('planted'))).toEqual([]);
  expect(output).toMatch(/\d{3,} modules/);
});
