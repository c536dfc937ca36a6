import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { licenseFiles } from './license-files.mjs';

it('the image has the license files of every package, or the files that name the license of a package without them', () => {
  const files: string[] = licenseFiles('node_modules');
  expect(files).toEqual(
    expect.arrayContaining([
      'node_modules/next/license.md',
      'node_modules/zod/LICENSE',
      'node_modules/sharp/node_modules/detect-libc/LICENSE',
    ]),
  );
  const libvips = `node_modules/@img/sharp-libvips-${process.platform}-${process.arch}`;
  expect(files.filter((file) => file.startsWith(`${libvips}/`)).sort()).toEqual([
    `${libvips}/README.md`,
    `${libvips}/package.json`,
  ]);
});

it('the image has the text of the LGPL, under which it ships libvips', () => {
  const collects = readFileSync('lib/commands/image/collect-files.mjs', 'utf8');
  expect(collects).toContain("'lib/commands/image/licenses'");
  for (const [file, title] of [
    ['LGPL-3.0', 'GNU LESSER GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007'],
    ['GPL-3.0', 'GNU GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007'],
  ])
    expect(readFileSync(`lib/commands/image/licenses/${file}.txt`, 'utf8')).toContain(title);
});
