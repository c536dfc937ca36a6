// Part of `npm run layers`: inside every folder of lib, the files and folders must have an order in which no import
// points upward. (.dependency-cruiser.cjs has the rules between layers.)
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const TESTS = /\.(test|contract|bench)\.tsx?$/;
const isSource = (path) => /\.(tsx?|mjs)$/.test(path) && !TESTS.test(path);

/** Returns the imports between the source files of `lib`, as pairs of paths. Types count. */
function importsOfLib() {
  const files = new Set(
    readdirSync('lib', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isSource(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const resolve = (from, name) => {
    const path = name.startsWith('@/') ? name.slice(2) : join(dirname(from), name);
    return ['', '.ts', '.tsx', '/index.ts'].map((end) => path + end).find((each) => files.has(each));
  };
  return [...files].flatMap((from) =>
    ts
      .preProcessFile(readFileSync(from, 'utf8'), true, true)
      .importedFiles.filter(({ fileName }) => /^(\.|@\/)/.test(fileName))
      .map(({ fileName }) => [from, resolve(from, fileName)])
      .filter(([, to]) => to !== undefined),
  );
}

/** Returns the member of `folder` that contains a path: a file or a folder; undefined if the path is elsewhere. */
const memberOf = (folder, path) =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined;

/** Returns the imports inside a folder that are part of a cycle of its members, so that no order exists. */
function cyclicImports(folder, imports) {
  let left = imports.filter(([from, to]) => {
    const [a, b] = [memberOf(folder, from), memberOf(folder, to)];
    return a !== undefined && b !== undefined && a !== b;
  });
  for (;;) {
    const froms = new Set(left.map(([from]) => memberOf(folder, from)));
    const tos = new Set(left.map(([, to]) => memberOf(folder, to)));
    // A member that imports no other, or that no other imports, is in no cycle.
    const inner = left.filter(
      ([from, to]) => tos.has(memberOf(folder, from)) && froms.has(memberOf(folder, to)),
    );
    if (inner.length === left.length) return left;
    left = inner;
  }
}

const imports = importsOfLib();
const folders = new Set(
  imports.flatMap(([from]) =>
    dirname(from)
      .split('/')
      .map((_, depth, names) => names.slice(0, depth + 1).join('/')),
  ),
);
let upward = 0;
for (const folder of [...folders].sort())
  for (const [from, to] of cyclicImports(folder, imports)) {
    upward += 1;
    console.error(`error no-upward-imports in ${folder}: ${from} → ${to}`);
  }
process.exit(upward === 0 ? 0 : 1);
