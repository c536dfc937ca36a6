import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The direction of the layers is held by a linter; a linter that sees no file passes too, so each rule is shown to
// bite: a violation is planted in a copy of the tree, and must be refused by name.

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

const PLANTED: [rule: string, file: string, text: string][] = [
  [
    'pure-imports-nothing-of-ours',
    'lib/solana/planted.ts',
    "import { openStore } from '@/lib/store/open-store';\nexport const planted = openStore;\n",
  ],
  [
    'pure-has-no-io',
    'lib/bitcoin/planted.ts',
    "import { readFileSync } from 'node:fs';\nexport const planted = readFileSync;\n",
  ],
  [
    'rpc-imports-pure',
    'lib/rpc/planted.ts',
    "import { httpTransport } from '@/lib/sources/transport';\nexport const planted = httpTransport;\n",
  ],
  [
    'components-import-dashboard-and-pure',
    'components/planted.tsx',
    "import { dispatch } from '@/lib/rpc/dispatch';\nexport const planted = dispatch;\n",
  ],
  [
    'app-never-reaches-an-adapter',
    'app/planted.ts',
    "import { openStore } from '@/lib/store/open-store';\nexport const planted = openStore;\n",
  ],
];

describe('the layers', () => {
  it('hold in this tree, and a tool sees its files', () => {
    const { status, output } = cruise();
    expect(output).toMatch(/no dependency violations found \(\d{3,} modules/);
    expect(status).toBe(0);
  });

  it('refuse each planted violation by the name of its rule', () => {
    for (const [, file, text] of PLANTED) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), text);
    }
    const { status, output } = cruise();
    expect(status).not.toBe(0);
    for (const [rule, file] of PLANTED)
      expect(output).toMatch(new RegExp(`${rule}: ${file.replaceAll('.', '\\.')}`));
  });
});
