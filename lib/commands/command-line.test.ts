import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';

/** Runs a built command with an environment that contains no settings. */
function run(name: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('dist', `${name}.js`), ...args], {
    encoding: 'utf8',
    env: { NODE_ENV: 'production', DATA_DIR: join(tmpdir(), 'satchel-not-there') },
  });
  return { status, stdout, stderr };
}

describe.each(['project', 'store', 'doctor'])('npm run %s', (name) => {
  it.each(['--help', '-h'])('a command shows its usage with %s', (option) => {
    const { status, stdout, stderr } = run(name, option);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`npm run ${name} -- `);
  });

  it.each(['--bogus', '-x', '--help=yes'])(
    'a command reports the invalid option %s and shows its usage',
    (option) => {
      const { status, stdout, stderr } = run(name, option);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr.split('\n')[0]).toContain(option.split('=')[0]);
      expect(stderr).toContain(`npm run ${name} -- `);
      expect(stderr).not.toContain('    at '); // no stack trace
    },
  );
});

it.each(['project', 'store', 'doctor'])(
  'npm run %s succeeds without a stack trace if the reader of its output stops early',
  async (name) => {
    const child = spawn(process.execPath, [join('dist', `${name}.js`), '--help'], {
      env: { NODE_ENV: 'production' },
    });
    child.stdout.destroy();
    const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  },
);

describe('an invalid command line', () => {
  it.each([
    [['project'], 'No command was given'],
    [['project', 'delete'], "Unknown command 'delete'"],
    [['store'], 'No command was given'],
    [['store', 'move', 'a', 'b'], "Unknown command 'move'"],
    [['store', 'copy', 'a'], "'copy' takes two stores, FROM and TO: got 1"],
  ])('the command %j fails with a message and the usage', ([name = '', ...args], words) => {
    const { status, stderr } = run(name, ...args);
    expect(status).toBe(2);
    expect(stderr.split('\n')[0]).toContain(words);
    expect(stderr).toContain(`npm run ${name} -- `);
  });
});

it('a command that is started in another folder resolves DATA_DIR from the root of the repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-folders-'));
  try {
    const { status } = spawnSync(process.execPath, [resolve('dist/project.js'), 'list'], {
      cwd: folder,
      env: { NODE_ENV: 'production', DATA_DIR: relative('.', join(folder, 'data')) },
    });
    expect(status).toBe(0);
    expect(existsSync(join(folder, 'data', 'satchel.db'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('npm run project uses the store of the settings in .env, as the service does', () => {
  const project = mkdtempSync(join(tmpdir(), 'satchel-project-'));
  try {
    cpSync('dist', join(project, 'dist'), { recursive: true });
    symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
    writeFileSync(join(project, '.env'), 'DATA_DIR=elsewhere\n');
    const { status } = spawnSync(process.execPath, [join(project, 'dist', 'project.js'), 'create'], {
      env: { NODE_ENV: 'production' },
    });
    expect(status).toBe(0);
    expect(existsSync(join(project, '.data'))).toBe(false);
    expect(existsSync(join(project, 'elsewhere', 'satchel.db'))).toBe(true);
  } finally {
    rmSync(project, { recursive: true });
  }
});
