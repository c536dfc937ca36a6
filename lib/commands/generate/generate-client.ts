/**
 * Makes `lib/rpc/document/client.generated.ts`: the texts of `/client.js` and `/client.d.ts`, the first bundled from
 * `lib/client`, the second made from the methods. Run by every build, in the project's root.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { openRpcDocument } from '@/lib/rpc/document/openrpc';
import { methods } from '@/lib/rpc/methods';
import { clientName, declarations } from './client/declarations';

/** The module as text: one file that imports nothing and runs in Node 20, Deno, workers and browsers. */
async function clientModule(): Promise<string> {
  const table = methods.map(({ name, group }) => [clientName(name), { wireName: name, group }]);
  const { outputFiles } = await build({
    entryPoints: ['lib/client/client.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    define: { METHODS: JSON.stringify(Object.fromEntries(table)) },
    banner: {
      js: '// Client of a Satchel service; its types are in client.d.ts. Generated from the methods: do not edit.',
    },
  });
  // A path in a comment would be that of the machine's working folder.
  return (outputFiles[0]?.text ?? '').replaceAll(/^\/\/ (?:\.\.\/)*lib\/.*\n/gm, '');
}

/** The generated file, whole. */
export async function clientFile(): Promise<string> {
  const wired = methods.map((method) => ({ ...method, wireName: method.name }));
  const types = declarations(openRpcDocument(wired, { version: '', url: '' }));
  return [
    '// Made by lib/commands/generate/generate-client.ts from the methods: do not edit.\n',
    `export const CLIENT_JS = ${lines(await clientModule())};\n`,
    `export const CLIENT_D_TS = ${lines(types)};\n`,
  ].join('\n');
}

/** A text as an expression, line by line, so that a change of it can be read. */
const lines = (text: string) =>
  `[\n${text
    .split('\n')
    .map((line) => `  ${JSON.stringify(line)},\n`)
    .join('')}].join('\\n')`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync('lib/rpc/document/client.generated.ts', await clientFile());
