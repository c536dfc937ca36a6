import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import manifest from '@/package.json';

// The packages and the top level that Satchel was asked for (CONTRIBUTING.md, Fixed).

/** Number of product files that must import values, not only types, from each package. */
const PACKAGES: Record<string, number> = {
  next: 3,
  react: 3,
  '@tanstack/react-query': 2,
  'react-hook-form': 3,
  zod: 3,
  '@solana/wallet-adapter-react': 2,
};
const TOP_LEVEL = [
  'app',
  'components',
  'lib',
  'public',
  'e2e',
  'next.config.js',
  'tailwind.config.ts',
  'package.json',
  'tsconfig.json',
  'README.md',
];
const ROUTES = ['solana', 'solana/[chainId]', 'solana/rpc', 'evm-chain', 'mcp'];

const product = ['app', 'components', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/\.test\.tsx?$|^lib\/(testing|bench|commands)\//.test(file) &&
        statSync(file).isFile(),
    ),
);
const valueImports = new Map(product.map((file) => [file, packagesOf(readFileSync(file, 'utf8'))]));

/** Returns the packages from which a module imports values, also dynamically. */
function packagesOf(text: string): Set<string> {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: {
      jsx: ts.JsxEmit.ReactJSX,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
    },
    fileName: 'module.tsx',
  });
  const names = ts.preProcessFile(outputText).importedFiles.map(({ fileName }) => fileName);
  return new Set(names.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? ''));
}

/** Returns the product files that import values from a package. */
const importersOf = (name: string) =>
  [...valueImports].filter(([, names]) => names.has(name)).map(([file]) => file);

describe('what Satchel was asked for', () => {
  it.each(Object.entries(PACKAGES))(
    '%s is a dependency, and %d product files or more use it',
    (name, least) => {
      expect(manifest.dependencies).toHaveProperty([name]);
      expect(importersOf(name).length).toBeGreaterThanOrEqual(least);
    },
  );

  it('does not count imports of types', () => {
    expect([...packagesOf("import type { useForm } from 'react-hook-form'; export const a = 1;")]).toEqual(
      [],
    );
    expect([...packagesOf("import { useForm } from 'react-hook-form'; useForm();")]).toEqual([
      'react-hook-form',
    ]);
  });

  it('zod checks forms in the browser', () => {
    expect(importersOf('zod')).toContain('lib/dashboard/forms.ts');
    const loaders = product.filter((file) =>
      /import\('@\/lib\/dashboard\/forms'\)/.test(readFileSync(file, 'utf8')),
    );
    expect(loaders.length).toBeGreaterThanOrEqual(3);
    expect(importersOf('@hookform/resolvers')).toContain('components/forms/schema-resolver.ts');
  });

  it('styles come from tailwindcss, and browser tests run with playwright', () => {
    expect({ ...manifest.dependencies, ...manifest.devDependencies }).toHaveProperty(['tailwindcss']);
    expect(readFileSync('app/globals.css', 'utf8')).toMatch(/@import ['"]tailwindcss['"]/);
    expect(manifest.devDependencies).toHaveProperty(['@playwright/test']);
    expect(readdirSync('e2e').filter((file) => file.endsWith('.spec.ts')).length).toBeGreaterThan(10);
  });

  it.each(TOP_LEVEL)('%s is at the top level', (path) => {
    expect(existsSync(path)).toBe(true);
  });

  it.each(ROUTES)('the backend has the route handler app/(rpc)/%s', async (route) => {
    const { POST } = await import(join(process.cwd(), `app/(rpc)/${route}/route.ts`));
    expect(POST).toBeTypeOf('function');
  });
});
