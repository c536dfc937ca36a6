import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBulk } from '@/lib/store/open';
import { downloadClient } from '@/lib/testing/clients/served-client';
import { publicKeys } from '@/lib/testing/keys';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_PROJECT } from '@/lib/testing/servers/service-parts';
import { until } from '@/lib/testing/until';

// Runs `examples/import-keys.mjs` against services whose default chain is the sample network.

/** Number of lines of the list that is interrupted; `IMPORT_LINES=100000` runs the full size. */
const LINES = Number(process.env.IMPORT_LINES ?? 1_000);
const vectors = JSON.parse(
  readFileSync(new URL('../bitcoin/vectors/keys.json', import.meta.url), 'utf8'),
).vectors;
const [A, B] = vectors.filter((vector: { form: string }) => vector.form !== 'x-only');

let service: RunningService;
let served: Awaited<ReturnType<typeof downloadClient>>;
let files = 0;
const others: RunningService[] = [];
const serviceWith = async (env: Record<string, string>) => {
  const made = await runService({ EVM_CHAINS: '31337,1', NEW_PAIRINGS_PER_HOUR: '0', ...env });
  others.push(made);
  return made;
};
beforeAll(async () => {
  service = await serviceWith({});
  served = await downloadClient(service.base);
  copyFileSync('examples/import-keys.mjs', join(served.folder, 'import-keys.mjs'));
});
afterAll(async () => {
  served.remove();
  for (const each of others) await each.stop();
});

function write(content: string | Buffer): string {
  const file = join(served.folder, `keys-${++files}.txt`);
  writeFileSync(file, content);
  return file;
}

const command = (file: string, base: string) =>
  [
    process.execPath,
    [join(served.folder, 'import-keys.mjs'), file],
    {
      env: {
        SATCHEL_URL: base,
        PROJECT_ID: TEST_PROJECT.projectId,
        PROJECT_SERVER_KEY: TEST_PROJECT.serverKey,
      } as unknown as NodeJS.ProcessEnv,
    },
  ] as const;

/** Runs the program; returns its output and the fields of the refused lines. */
async function run(file: string, { base } = service) {
  const outcome = await promisify(execFile)(...command(file, base)).catch((error) => error);
  const refused = existsSync(`${file}.refused`) ? readFileSync(`${file}.refused`, 'utf8') : '';
  return {
    code: outcome.code ?? 0,
    out: outcome.stdout,
    err: outcome.stderr,
    refused: refused
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t')),
  };
}

async function find(query: object) {
  const body = { id: 1, method: 'svc_aa_getBTCAccountsByAddress', params: [query] };
  const rows: { chainId: number; version: string; btcPublicKey: string }[] = (
    await service.call('/evm-chain', body)
  ).json.result;
  return rows.map(({ chainId, version }) => `${chainId} ${version}`);
}

async function countKeys({ service: { env } }: RunningService): Promise<number> {
  const store = await openBulk(env.dataDir);
  const count = await store.countKeys();
  await store.close();
  return count;
}

it.each([
  ['LF', '\n', ''],
  ['CRLF', '\r\n', ''],
  ['CR', '\r', ''],
  ['LF after a byte order mark', '\n', '\uFEFF'],
])('the import example reads lines that end with %s', async (_, end, start) => {
  const each = await serviceWith({});
  const keys = [...publicKeys(120, 5_000), '', 'nonsense'];
  const file = write(start + keys.join(end) + end);
  const { code, out, refused } = await run(file, each);
  expect([code, out]).toEqual([0, `122 lines, see ${file}.refused\n`]);
  expect(refused.map(([line, reason]) => [line, reason])).toEqual([['122', 'not-hex']]);
  expect(await countKeys(each)).toBe(120);
});

it.each([
  ['UTF-16 with a byte order mark', Buffer.from('\uFEFF02ab\n', 'utf16le')],
  ['UTF-16', Buffer.from('02ab\n', 'utf16le')],
  ['Latin-1', Buffer.from('02ab ü\n', 'latin1')],
])('the import example does not read a file in %s, and says so', async (_, content) => {
  const file = write(content);
  expect(await run(file)).toMatchObject({
    code: 1,
    err: `${file} is not UTF-8. If it is UTF-16, convert it: iconv -f UTF-16 -t UTF-8\n`,
    refused: [],
  });
});

it('the import example records both versions, addresses and chains, and lists each refused line with its reason', async () => {
  const file = write(
    [
      `${A.compressed}, ${A.addresses.testnet.p2wpkh}`,
      A.xOnly,
      `02${'05'.padStart(64, '0')}`,
      `${B.uncompressed};;31337`,
      `${B.compressed},${A.addresses.mainnet.p2wpkh}`,
      `${B.compressed},bc1qqq`,
      `${B.compressed},,999999`,
      `${B.compressed},,x`,
      '0'.repeat(3 << 20),
    ].join('\n'),
  );
  const { code, refused } = await run(file);
  expect(code).toBe(0);
  expect(refused.map((fields) => fields.slice(0, 2).join(' ')).sort()).toEqual([
    '2 x-only-public-key',
    '3 not-on-curve',
    '5 address-not-proven',
    '6 bad-checksum',
    '7 unsupported-chain',
    '8 invalid-chain-id',
    '9 wrong-length',
  ]);
  expect(refused.every(([, , message = '']) => message.length > 10)).toBe(true);
  for (const btcAddress of [A.addresses.testnet.p2wpkh, B.addresses.mainnet.p2tr])
    expect(await find({ btcAddress })).toEqual(['31337 1.0.0', '31337 2.0.0']);
});

it('the import example resumes a killed run after the last confirmed line, and records and refuses each line once', async () => {
  const each = await serviceWith({});
  const keys = publicKeys(LINES, 100_000);
  for (const line of [101, LINES - 10]) keys[line - 1] = 'bad';
  const file = write(`${keys.join('\n')}\n`);
  const progress = () =>
    existsSync(`${file}.progress`) ? JSON.parse(readFileSync(`${file}.progress`, 'utf8')).count : 0;
  const child = spawn(...command(file, each.base));
  await until('some lines are confirmed', () => progress() >= 200);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const confirmed = progress();
  expect(confirmed).toBeLessThan(LINES);
  appendFileSync(`${file}.refused`, 'half a line that a killed run left behind');
  const { code, refused } = await run(file, each);
  expect(code).toBe(0);
  expect(refused.map(([line]) => Number(line))).toEqual([101, LINES - 10]);
  expect(await countKeys(each)).toBe(LINES - 2);
  expect(await run(file, each)).toMatchObject({ code: 0, refused: [{ 0: '101' }, {}] });
});

it('the import example does not resume in a file that has changed', async () => {
  const keys = publicKeys(3, 3_000);
  const file = write(keys.join('\n'));
  expect((await run(file)).code).toBe(0);
  writeFileSync(file, [...keys, ...publicKeys(1, 3_010)].join('\n'));
  expect(await run(file)).toMatchObject({ code: 0, out: '4 lines, none refused\n' });
  writeFileSync(file, publicKeys(4, 3_020).join('\n'));
  expect(await run(file)).toMatchObject({
    code: 1,
    err: `${file} has changed; delete ${file}.progress to start again\n`,
  });
});

it('the import example waits for the limit of the project', async () => {
  // Bursts of 200 units; 60 lines take 240.
  const each = await serviceWith({ RATE_LIMIT_PER_SECOND: '20' });
  expect(await run(write(publicKeys(60, 4_000).join('\n')), each)).toMatchObject({ code: 0, refused: [] });
  expect(await countKeys(each)).toBe(60);
});

it('the import example stops at a line that the service answers but does not record', async () => {
  const each = await serviceWith({ NEW_PAIRINGS_PER_HOUR: '100' });
  const file = write(publicKeys(60, 4_500).join('\n'));
  const { code, err } = await run(file, each);
  expect([code, err]).toEqual([1, 'Line 51 was not recorded: see NEW_PAIRINGS_PER_HOUR and /ready\n']);
  expect(JSON.parse(readFileSync(`${file}.progress`, 'utf8')).count).toBe(50);
});

it('the import example stops if the service refuses its credentials', async () => {
  const [program, args, { env }] = command(write(publicKeys(1).join('')), service.base);
  const options = { env: { ...env, PROJECT_SERVER_KEY: 'another-server-key-of-nobody' } };
  await expect(promisify(execFile)(program, args, options)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/\S/),
  });
});

it('shows its usage if the file or the credentials are missing', async () => {
  for (const [file = '', credentials = {}] of [['', TEST_PROJECT], ['keys.txt']] as const) {
    const { projectId = '', serverKey = '' } = credentials as Partial<typeof TEST_PROJECT>;
    const { code, stderr } = await promisify(execFile)(
      process.execPath,
      [join(served.folder, 'import-keys.mjs'), file],
      { env: { PROJECT_ID: projectId, PROJECT_SERVER_KEY: serverKey } as unknown as NodeJS.ProcessEnv },
    ).catch((error) => error);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Usage: .*node import-keys.mjs FILE\n$/);
  }
});
