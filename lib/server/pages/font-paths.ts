import 'server-only';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@/lib/server/internal-env';

/** What Next calls the built fonts that pages ask for early. */
const ASKED_EARLY = '.p.';

let paths: readonly string[] | undefined;

/** The paths of the built fonts that a page asks for early, for one that Next does not name them on. */
export function fontPaths(): readonly string[] {
  paths ??= readPaths();
  return paths;
}

function readPaths(): string[] {
  try {
    return readdirSync(join(projectRoot(), '.next', 'static', 'media'))
      .filter((name) => name.endsWith('.woff2') && name.includes(ASKED_EARLY))
      .map((name) => `/_next/static/media/${name}`);
  } catch {
    return [];
  }
}
