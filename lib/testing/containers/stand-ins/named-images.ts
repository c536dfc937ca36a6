import { readFileSync } from 'node:fs';

/** Returns the images that the Dockerfile builds from. */
export function namedImages(): string[] {
  return [...readFileSync('Dockerfile', 'utf8').matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(
    ([, image = '']) => image,
  );
}
