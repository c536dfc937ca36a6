import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@/lib/server/internal-env';

/**
 * What a policy's `style-src` must name for the sheet that Next writes into each page: React gives such an element no
 * nonce, so it goes by its hash (CSP level 3 §2.3.1). A host that keeps the built sheets from the server, as some
 * serverless ones do, leaves no hash to name, and styles of the page's own are allowed instead; scripts never are.
 */
export function inlinedStyleSources(root = projectRoot()): string {
  try {
    const folder = join(root, '.next', 'static');
    const hashes = sheetsIn(folder).map(
      (name) =>
        `'sha256-${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('base64')}'`,
    );
    if (hashes.length > 0) return hashes.join(' ');
  } catch {}
  return "'unsafe-inline'";
}

const sheetsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));

/** The paths of the built sheets, for a page that Next does not write; none where they are kept from the server. */
export function stylePaths(root = projectRoot()): string[] {
  try {
    return sheetsIn(join(root, '.next', 'static')).map(
      (name) => `/_next/static/${name.replaceAll('\\', '/')}`,
    );
  } catch {
    return [];
  }
}
