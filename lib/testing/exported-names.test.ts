import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Names that Next expects of several files. */
const OF_NEXT =
  /^(GET|POST|DELETE|OPTIONS|metadata|generateMetadata|dynamic|runtime|revalidate|alt|size|contentType)$/;
const OTHER_FILES = /\.(test|contract|generated)\.|^lib\/(testing|bench)\/|\/generate\//;

it('no two files of the product export the same name', () => {
  const files = ['app', 'components', 'lib']
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !OTHER_FILES.test(path));
  const filesOf = new Map<string, Set<string>>();
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /^export (?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm,
    ))
      if (!OF_NEXT.test(name)) filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file));
  expect(filesOf.get('AccountKind')).toEqual(new Set(['lib/solana/account-description/account-kind.ts']));
  expect([...filesOf].filter(([, { size }]) => size > 1)).toEqual([]);
});
