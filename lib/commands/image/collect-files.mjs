// Copies the files that the container image runs into a folder, after a build: `node collect-files.mjs FOLDER`. Used
// only by the Dockerfile.
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileTrace } from '@vercel/nft';
import { licenseFiles } from './license-files.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const [folder = ''] = process.argv.slice(2);
if (folder === '') {
  console.error('Usage: node collect-files.mjs FOLDER');
  process.exit(1);
}
const target = resolve(folder);
process.chdir(ROOT);

/** Files that the pages need, as `next build` lists them. */
const pages = globSync('.next/**/*.nft.json').flatMap((list) =>
  JSON.parse(readFileSync(list, 'utf8')).files.map((file) => relative(ROOT, resolve(dirname(list), file))),
);
/** Files that the server, the web process and the commands need. */
const { fileList } = await nodeFileTrace(globSync('dist/*.js'), {
  base: ROOT,
  // Files that only the build, the development server and debuggers load: half of the traced bytes.
  ignore: [
    '**/*.map',
    '**/*.{dev,development}.js',
    '**/next/dist/{docs,server/dev}/**',
    '**/next/dist/compiled/{@next,babel,babel-packages,next-devtools}/**',
    'node_modules/{caniuse-lite,postcss,typescript}/**',
  ],
});
const packages = [...pages, ...fileList].filter((file) => file.startsWith('node_modules/'));
/** Files that tracing misses, because packages compute their names at run time. */
const computed = globSync([
  `node_modules/@photostructure/sqlite/prebuilds/${process.platform}-${process.arch}/*.glibc.node`,
  'node_modules/next/dist/compiled/{webpack/*,@babel/runtime/package.json}',
]);
/** Licenses of all packages, including those that are only part of a bundle. */
const licenses = licenseFiles('node_modules');
/** Folders in `.next` that the image does not need: only the next build reads them. */
const BUILD_ONLY = /^(cache|dev|diagnostics|types|trace.*)$/;
const build = readdirSync('.next').filter((name) => !BUILD_ONLY.test(name));

const copies = new Set([
  ...packages,
  ...computed,
  ...licenses,
  ...build.map((name) => join('.next', name)),
  'dist',
  'public',
  'package.json',
  'next.config.js',
  'LICENSE',
  // The texts of the licenses of libvips, which its package does not contain.
  'lib/commands/image/licenses',
]);
for (const path of copies) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(path, join(target, path), {
    recursive: true,
    // Keeps the relative links in `.next/node_modules`.
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.nft.json'),
  });
}
// Stack traces need only the names and line numbers of sources, as in `dist`.
for (const map of globSync(join(target, '.next/server/**/*.map'))) {
  const { sourcesContent: _, ...parsed } = JSON.parse(readFileSync(map, 'utf8'));
  for (const section of parsed.sections ?? []) delete section.map.sourcesContent;
  writeFileSync(map, JSON.stringify(parsed));
}
console.log(`copied ${copies.size} paths`);
