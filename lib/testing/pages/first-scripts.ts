import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const sizes = new Map<string, number>();

/** Returns the gzipped size of a file in the build, in bytes, by its path under `/_next/`. */
function sizeOf(path: string): number {
  const known = sizes.get(path);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(`.next/${path}`)).length;
  sizes.set(path, size);
  return size;
}

const sum = (paths: Iterable<string>) => [...paths].reduce((bytes, path) => bytes + sizeOf(path), 0);

/**
 * Returns the gzipped script bytes of an empty page with this version of Next and React: framework, router and
 * polyfill.
 */
export function emptyPageBytes(): number {
  const { rootMainFiles, polyfillFiles } = JSON.parse(readFileSync('.next/build-manifest.json', 'utf8')) as {
    rootMainFiles: string[];
    polyfillFiles: string[];
  };
  return sum([...rootMainFiles, ...polyfillFiles].filter((file) => file.endsWith('.js')));
}

/** Returns the gzipped script bytes in a page's first load. Needs a build of the pages. */
export function firstScriptBytes(html: string): number {
  const tags = [...html.matchAll(/<script [^<>]*>/g)].map(([tag]) => tag);
  return sum(new Set(tags.flatMap((tag) => / src="\/_next\/(static\/[^"?]+)/.exec(tag)?.[1] ?? [])));
}
