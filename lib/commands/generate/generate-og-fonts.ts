// Writes the fonts of share images to a module, so that they are part of the bundle. Run: npx tsx
// lib/commands/generate/generate-og-fonts.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const FONTS = {
  SANS_400: '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff',
  SANS_600: '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff',
  MONO_400: '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff',
};

const lines = [
  '// Made by lib/commands/generate/generate-og-fonts.ts from IBM Plex (SIL Open Font License): do not edit.',
];
for (const [name, path] of Object.entries(FONTS)) {
  lines.push(`export const ${name} =\n  '${readFileSync(require.resolve(path)).toString('base64')}';`);
}
writeFileSync(
  new URL('../../server/images/share-image-fonts.generated.ts', import.meta.url),
  `${lines.join('\n')}\n`,
);
