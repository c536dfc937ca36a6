// Prints the section of CHANGELOG.md for the version in package.json: the notes of its release.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup/prepare.mjs';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const sections = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m);
const section = sections.find((each) => each.startsWith(`${version} - `));
const notes = section?.split('\n').slice(1).join('\n').trim();
if (!notes) {
  console.error(`CHANGELOG.md has no section for ${version}`);
  process.exit(1);
}
console.log(notes);
