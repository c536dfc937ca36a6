import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { until } from '@/lib/testing/until';

const folder = mkdtempSync(join(tmpdir(), 'satchel-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MODULE = JSON.stringify(resolve('lib/commands/setup/build-lock.mjs'));

it('commands that take the build lock at once run one after the other', async () => {
  const [lock, go, log] = ['lock', 'go', 'log'].map((name) => join(folder, name)) as [string, string, string];
  const script = `
    import { appendFileSync, existsSync } from 'node:fs';
    import { setImmediate as turn } from 'node:timers/promises';
    import { takeLock } from ${MODULE};
    const unlock = takeLock(${JSON.stringify(lock)});
    appendFileSync(${JSON.stringify(log)}, 'begin ');
    while (!existsSync(${JSON.stringify(go)})) await turn();
    appendFileSync(${JSON.stringify(log)}, 'end ');
    unlock();`;
  const begins = () => (existsSync(log) ? readFileSync(log, 'utf8').split('begin').length - 1 : 0);
  const children = [1, 2, 3].map(() => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const code = new Promise((ended) => child.once('exit', ended));
    return { child, code, said: () => said };
  });
  try {
    await until('the others wait', () => children.filter(({ said }) => said() !== '').length === 2);
    expect(begins()).toBe(1);
    appendFileSync(go, '');
    expect(await Promise.all(children.map(({ code }) => code))).toEqual([0, 0, 0]);
    expect(readFileSync(log, 'utf8')).toBe('begin end begin end begin end ');
    expect(existsSync(lock)).toBe(false);
  } finally {
    for (const { child } of children) child.kill('SIGKILL');
  }
});

it('the build lock of a process that was killed is taken over', () => {
  const lock = join(folder, 'stale');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(lock, String(pid));
  const script = `import { takeLock } from ${MODULE}; takeLock(${JSON.stringify(lock)})(); console.log('taken');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect([stdout, existsSync(lock)]).toEqual(['taken\n', false]);
});
