import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { loadInTurns } from './load-in-turns';

// What the first page needs is loaded with turns of the event loop between, in which other calls are answered. Told by
// how much source each turn compiles, which no pace changes.

describe('pieces', () => {
  it('are loaded in their order, with a turn after each', async () => {
    const happened: string[] = [];
    const loading = loadInTurns(['first', 'second', 'third'], (piece) => {
      happened.push(piece);
      setImmediate(() => happened.push(`turn after ${piece}`));
    });
    await loading;
    expect(happened).toEqual([
      'first',
      'turn after first',
      'second',
      'turn after second',
      'third',
      'turn after third',
    ]);
  });
});

/** The drawing of pages alone, a file of Next's, is 0.7 MB; the first page in one turn compiles 3 MB. */
const MOST_CHARACTERS = 800_000;

/** Runs in the service: says how much of Next and of the pages a turn has compiled, each time that it is more than ever. */
const COUNT_COMPILED = `
  import Module from 'node:module';
  const compile = Module.prototype._compile;
  let characters = 0;
  let most = 0;
  Module.prototype._compile = function (text, file) {
    if (/node_modules.next.|\\.next./.test(file)) characters += text.length;
    return compile.apply(this, arguments);
  };
  const turn = () => {
    if (characters > most) console.error('compiled in a turn: ' + (most = characters) + '.');
    characters = 0;
    setImmediate(turn);
  };
  turn();`;

describe.skipIf(!existsSync('.next/BUILD_ID'))('the pages', () => {
  let service: Running | undefined;
  afterEach(() => service?.stop('SIGKILL'));

  it.each(['/', '/nowhere'])('that begin with %s', async (path) => {
    service = await startService({
      DASHBOARD: 'on',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(COUNT_COMPILED)}`,
    });
    for (const one of [
      path,
      '/docs',
      '/bitcoin/',
      '/account/4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby',
      '/find',
    ])
      await (await fetch(service.base + one, { redirect: 'manual' })).text();
    const counts = [...service.output().matchAll(/compiled in a turn: (\d+)\./g)].map(([, most]) =>
      Number(most),
    );
    // Next's drawing is among them.
    expect(counts.at(-1)).toBeGreaterThan(400_000);
    expect(counts.at(-1)).toBeLessThan(MOST_CHARACTERS);
  });
});
