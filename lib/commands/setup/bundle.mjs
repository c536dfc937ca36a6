// Creates the bundles in `dist`: the server and the commands with their packages.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Packages with native code or data files, which cannot be bundled. `supports-color` is an optional dependency used
 * in tests.
 */
const LEFT_IN_NODE_MODULES = [
  '@next/env',
  '@photostructure/sqlite',
  'sharp',
  'next',
  'supports-color',
  'tiny-secp256k1',
];

/** Bundles the program that generates the served client; returns the path of the bundle. */
export async function bundleGenerator(root) {
  const { build } = await import('esbuild');
  const outfile = join(root, 'dist', 'generate-client.js');
  await build({
    absWorkingDir: root,
    entryPoints: ['lib/commands/generate/generate-client.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
  });
  return outfile;
}

/**
 * Bundles the server and the commands with their packages into `dist`. The server then reads a dozen files at
 * startup instead of 400 and starts 40 % faster.
 */
export async function bundleServer(root) {
  const { build } = await import('esbuild');
  const commands = join(root, 'lib/commands');
  const entries = { server: join(root, 'lib/server/main.ts'), web: join(root, 'lib/server/web/main.ts') };
  for (const name of readdirSync(commands)) {
    if (name.endsWith('.ts') && !/(\.test|^generate-.*)\.ts$/.test(name))
      entries[name.slice(0, -3)] = join(commands, name);
  }
  // The folder is emptied first, so that bundles of deleted commands do not remain.
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: join(root, 'dist'),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: LEFT_IN_NODE_MODULES.flatMap((name) => [name, `${name}/*`]),
    // Defines `require`, which bundled CommonJS packages use and ES modules lack, and the root of the project, which is
    // the parent of `dist` wherever the process was started.
    banner: {
      js: [
        "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
        "process.env.SATCHEL_ROOT ??= requireOf(import.meta.url)('node:path').dirname(import.meta.dirname);",
      ].join('\n'),
    },
    alias: { 'server-only': join(root, 'node_modules/server-only/empty.js') },
    sourcemap: true,
    // Sources are left out, because stack traces need only their names and line numbers.
    sourcesContent: false,
    logLevel: 'warning',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
}
