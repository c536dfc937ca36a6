import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = '.github/workflows';

describe.each(readdirSync(FOLDER))('%s', (name) => {
  const uses = [...readFileSync(join(FOLDER, name), 'utf8').matchAll(/\buses: *(\S+)(.*)$/gm)];

  it('pins every action of another repository by commit, and names its version', () => {
    const pinned = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    const actions = uses.filter(([, action = '']) => !action.startsWith('./'));
    expect(actions).not.toEqual([]);
    for (const [, action, comment] of actions) expect(`${action}${comment}`).toMatch(pinned);
  });
});
