import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readEnv, VARIABLE_NAMES } from '@/lib/server/env';

describe('environment variables', () => {
  const sorted = (names: Iterable<string>) => [...new Set(names)].sort();
  const settingOf = (name: string) =>
    name.replace(/_\d+$/, '_<chainId>').replace(/^(BITCOIN_ESPLORA_URL)_(TESTNET|SIGNET|REGTEST)$/, '$1');
  const example = readFileSync('.env.example', 'utf8');

  it('the README lists the same variables as env.ts', () => {
    const [, section = ''] = /^## Configuration\n(.*?)^## /ms.exec(readFileSync('README.md', 'utf8')) ?? [];
    const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    expect(sorted(named.map(settingOf))).toEqual(sorted(VARIABLE_NAMES));
  });

  it('.env.example lists the same variables as env.ts, each with a comment', () => {
    const named = Object.keys(parseEnv(example)).map(settingOf);
    expect(sorted(named)).toEqual(sorted(VARIABLE_NAMES));
    expect(example.match(/^# .+\n[A-Z_0-9]+=/gm)).toHaveLength(VARIABLE_NAMES.length);
  });

  it('.env.example contains the defaults of env.ts', () => {
    expect(readEnv(parseEnv(example) as Record<string, string>)).toEqual(readEnv({}));
  });
});

/**
 * Files that may read the environment, and the variables that each may read; `*` means all. Tests and benchmarks are
 * exempt.
 */
const READERS: Record<string, readonly string[]> = {
  'lib/server/process-env.ts': ['*'],
  // Passes the environment to the web process, without secrets.
  'lib/server/main.ts': ['*'],
  'lib/server/internal-env.ts': ['NODE_ENV', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'PATH', 'SATCHEL_ROOT'],
  // Passes the environment to commands, which pass it on to `readEnv`.
  'lib/commands/terminal/io.ts': ['*'],
  // These commands pass their environment to the programs that they start.
  'lib/commands/setup/test-tools.mjs': ['*', 'SATCHEL_BROWSER'],
  // Example programs; not part of the service.
  'examples/holdings.mjs': ['PROJECT_ID', 'PROJECT_SERVER_KEY', 'SATCHEL_URL'],
  'examples/import-keys.mjs': ['PROJECT_ID', 'PROJECT_SERVER_KEY', 'SATCHEL_URL'],
  'examples/proxy.mjs': ['SATCHEL_AUTH', 'SATCHEL_URL'],
  'lib/commands/setup/prepare.mjs': ['*'],
  'lib/commands/start.mjs': ['NODE_ENV'],
  'lib/commands/test.mjs': ['*', 'CI'],
  // Sets it.
  'next.config.js': ['SATCHEL_ROOT'],
};
const TESTS = /\.(test|contract)\.tsx?$|^lib\/(testing|bench)\/|^e2e\/|^playwright\.config\.ts$/;
const GENERATED = /^(node_modules|dist|\.next|test-results|playwright-report)$/;

/**
 * Returns the environment variables that a source file reads; `*` if it reads all, or if that cannot be determined. Any
 * use of `process` other than `process.member` counts as `*`, because it gives access to the environment.
 */
function readsOf(text: string, file = 'source.tsx'): string[] {
  if (!text.includes('process')) return [];
  const reads: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const module = node.moduleSpecifier?.getText().slice(1, -1) ?? '';
      if (/^(node:)?process$/.test(module)) reads.push('*');
      return;
    }
    if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'globalThis') {
      if (node.name.text === 'process') reads.push(readOf(node));
      return;
    }
    const isName =
      (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
      ts.isPropertyAssignment(node.parent) ||
      ts.isPropertySignature(node.parent) ||
      ts.isTypeOfExpression(node.parent);
    if (ts.isIdentifier(node) && node.text === 'process' && !isName) reads.push(readOf(node));
    ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  ts.forEachChild(source, visit);
  return reads.filter((name) => name !== '');
}

/** Returns the environment variable that a use of `process` reads: `*` for all, '' for none. */
function readOf(node: ts.Node): string {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) {
    const members = parent.name.elements.map((each) =>
      each.dotDotDotToken ? 'env' : (each.propertyName ?? each.name).getText(),
    );
    return members.includes('env') ? '*' : '';
  }
  if (!ts.isPropertyAccessExpression(parent)) return '*';
  if (parent.name.text !== 'env') return '';
  const next = parent.parent;
  return ts.isPropertyAccessExpression(next) && next.expression === parent ? next.name.text : '*';
}

/** Returns the paths of the product's source files. */
function sources(folder = '.'): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (GENERATED.test(name) || name.startsWith('.')) return [];
    if (statSync(path).isDirectory()) return sources(path);
    return /\.(tsx?|jsx?|mjs|cjs)$/.test(name) && !TESTS.test(path) ? [path] : [];
  });
}

describe('the environment', () => {
  it('only env.ts and the listed files read environment variables', () => {
    const found: Record<string, string[]> = {};
    for (const file of sources()) {
      const reads = readsOf(readFileSync(file, 'utf8'), file);
      if (reads.length > 0) found[file] = [...new Set(reads)].sort();
    }
    expect(found).toEqual(READERS);
  });

  it.each([
    ['process.env.PORT', ['PORT']],
    ['process?.env?.PORT', ['PORT']],
    ['globalThis.process.env.PORT', ['PORT']],
    ["process['env'].PORT", ['*']],
    ['process.env[name]', ['*']],
    ['({ ...process.env })', ['*']],
    ['const { env } = process', ['*']],
    ['const { stdout, ...rest } = process', ['*']],
    ['read(process)', ['*']],
    ["import { env } from 'node:process'", ['*']],
    ["import process from 'process'", ['*']],
    ["const { stdout } = process; process.argv; a.process; 'process.env.PORT' // process.env", []],
  ])('the scan for environment variables finds those that %s reads', (text, reads) => {
    expect(readsOf(text)).toEqual(reads);
  });
});
