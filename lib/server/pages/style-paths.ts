import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@/lib/server/internal-env';

/** The paths of the built sheets, for a page that Next does not write; none where they are kept from the server. */
export function stylePaths(root = projectRoot()): string[] {
  try {
    return readdirSync(join(root, '.next', 'static'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => `/_next/static/${name.replaceAll('\\', '/')}`);
  } catch {
    return [];
  }
}
