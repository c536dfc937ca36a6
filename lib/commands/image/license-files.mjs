import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const LICENSE = /^(licen[cs]e|copying|notice)/i;
/** Files that name the license of a package without a license file, such as libvips. */
const NAMES_LICENSE = /^(readme|package\.json$)/i;

/**
 * Returns the paths of the license files of all packages in a `node_modules` folder, with nested ones. For a package
 * without such a file, returns its README and package.json, which name the license.
 */
export function licenseFiles(modules) {
  return packagesIn(modules).flatMap((folder) => {
    const entries = readdirSync(folder, { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    const licenses = files.filter((name) => LICENSE.test(name));
    const shown = licenses.length > 0 ? licenses : files.filter((name) => NAMES_LICENSE.test(name));
    const isNested = entries.some(({ name }) => name === 'node_modules');
    return [
      ...shown.map((name) => join(folder, name)),
      ...(isNested ? licenseFiles(join(folder, 'node_modules')) : []),
    ];
  });
}

function packagesIn(modules) {
  const folders = (parent) =>
    readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => join(parent, name));
  return folders(modules).flatMap((folder) =>
    folder.startsWith(join(modules, '@')) ? folders(folder) : [folder],
  );
}
