import 'server-only';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { once } from '@/lib/promises/once';
import { projectRoot } from '@/lib/server/internal-env';

/** Marker in the names of built fonts that pages preload. */
const PRELOADED = '.p.';

/** Lists the paths of built files, for pages that are not rendered by Next. Empty if there is no build. */
const builtPaths = once((): string[] => {
  try {
    const folder = join(projectRoot(), '.next', 'static');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.map((name) => `/_next/static/${name.replaceAll('\\', '/')}`);
  } catch {
    return [];
  }
});

/** Returns the paths of the built style sheets. */
export const stylePaths = () => builtPaths().filter((path) => path.endsWith('.css'));

/** Returns the paths of the built fonts that pages preload. */
export const fontPaths = () =>
  builtPaths().filter((path) => path.endsWith('.woff2') && path.includes(PRELOADED));
