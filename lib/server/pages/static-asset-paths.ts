import 'server-only';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@/lib/server/internal-env';

/** Marker in the names of built fonts that pages preload. */
const PRELOADED = '.p.';

let names: readonly string[] | undefined;

/** Lists the paths of built files, for pages that are not rendered by Next. Empty if there is no build. */
function builtPaths(isWanted: (name: string) => boolean): string[] {
  names ??= readNames();
  return names.filter(isWanted).map((name) => `/_next/static/${name.replaceAll('\\', '/')}`);
}

function readNames(): string[] {
  try {
    const folder = join(projectRoot(), '.next', 'static');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** Returns the paths of the built style sheets. */
export const stylePaths = () => builtPaths((name) => name.endsWith('.css'));

/** Returns the paths of the built fonts that pages preload. */
export const fontPaths = () => builtPaths((name) => name.endsWith('.woff2') && name.includes(PRELOADED));
