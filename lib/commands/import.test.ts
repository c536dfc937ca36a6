import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBulk, openStore } from '@/lib/store/open';
import { testIo } from '@/lib/testing/command-io';
import { publicKeys } from '@/lib/testing/keys';
import { main } from './import';
import { type LineBlock, lineBlocks, MAX_LINE_BYTES } from './import/line-blocks';
import { detectFormat, readLine } from './import/lines';

const root = mkdtempSync(join(tmpdir(), 'satchel-import-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const vectors = JSON.parse(
  readFileSync(new URL('../bitcoin/vectors/keys.json', import.meta.url), 'utf8'),
).vectors;
const [A, B] = vectors.filter((v: { form: string }) => v.form !== 'x-only');
const { published } = JSON.parse(
  readFileSync(new URL('../btc-account/vectors/accounts.json', import.meta.url), 'utf8'),
);

let folder = '';
let count = 0;
beforeEach(() => {
  folder = join(root, String(++count));
});

const write = (text: string, name = 'keys.csv') => {
  const file = join(root, `${count}-${name}`);
  writeFileSync(file, text);
  return file;
};

async function run(file: string, env = {}, io = testIo()) {
  const code = await main([file, '--workers', '0'], { DATA_DIR: folder, ...env }, io);
  return {
    code,
    out: io.out(),
    err: io.err(),
    report: readFileSync(`${file}.report.csv`, 'utf8').split('\n').slice(1, -1),
  };
}

async function find(query: { btcAddress?: string; smartAccountAddress?: string }) {
  const store = await openStore({ dataDir: folder });
  const rows = await store.btcAccounts.find(query);
  await store.close();
  return rows;
}

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run import', () => {
  it('the import records each key with both account versions and all four addresses, on the default chain', async () => {
    const { code, out, report } = await run(write(`${published[0].btcPublicKey}\n`), {
      DEFAULT_EVM_CHAIN_ID: '686868',
    });
    expect(code).toBe(0);
    expect(out).toContain('1 keys imported, 1 of them new');
    expect(report).toEqual([]);
    expect(await find({ btcAddress: published[0].p2wpkh })).toMatchObject([
      { chainId: 686868, version: '1.0.0', smartAccountAddress: published[0].smartAccountAddress },
      { chainId: 686868, version: '2.0.0' },
    ]);
    expect(await find({ smartAccountAddress: published[0].smartAccountAddress })).toHaveLength(4);
  });

  it('the import reads CSV files with a header, addresses, chain ids and quotes, in any column order', async () => {
    const { report } = await run(
      write(
        [
          '\uFEFFchain_ids;Address;note;Public Key\r',
          `1 137;${A.addresses.testnet.p2wpkh};"a;b ""c""";0X${A.compressed.toUpperCase()}\r`,
          '\r',
          `"56";;;"${B.uncompressed}"\r`,
        ].join('\n'),
      ),
    );
    expect(report).toEqual([]);
    const rows = await find({ btcAddress: A.addresses.testnet.p2wpkh });
    expect(rows.map(({ chainId, version }) => `${chainId} ${version}`)).toEqual([
      '1 1.0.0',
      '1 2.0.0',
      '137 1.0.0',
      '137 2.0.0',
    ]);
    expect((await find({ btcAddress: B.addresses.mainnet.p2tr })).map(({ chainId }) => chainId)).toEqual([
      56, 56,
    ]);
  });

  it('the import reads JSON lines, including a last line without a newline', async () => {
    const lines = [
      { publicKey: A.compressed, btcAddress: null, chainIds: [1, 1, '56'] },
      { btcPublicKey: B.compressed, chainId: 137 },
    ];
    const { report } = await run(write(lines.map((line) => JSON.stringify(line)).join('\n'), 'keys.jsonl'));
    expect(report).toEqual([]);
    expect(await find({ btcAddress: A.addresses.mainnet.p2pkh })).toHaveLength(4);
    expect(await find({ btcAddress: B.addresses.mainnet.p2pkh })).toHaveLength(2);
  });

  it('the import accepts chain ids only as numbers or digits', async () => {
    const lines = [true, [[1]], '0x1', ' 1 ', 1.5, '1e0'].map((chainIds) => ({
      publicKey: A.compressed,
      chainIds,
    }));
    const { report } = await run(write(lines.map((line) => JSON.stringify(line)).join('\n'), 'keys.jsonl'));
    expect(report.map((line) => line.split(',').slice(0, 3).join(' '))).toEqual(
      [1, 2, 3, 5, 6].map((line) => `${line} no unsupported-chain`),
    );
  });

  it('the import reports rejected lines by number and reason, and unproven addresses with their keys', async () => {
    const { out, report } = await run(
      write(
        [
          A.compressed,
          'nonsense',
          A.xOnly,
          `02${'05'.padStart(64, '0')}`,
          `${B.compressed},${A.addresses.mainnet.p2wpkh}`,
          `${B.compressed},bc1qqq`,
          `${B.compressed},,999999`,
          `${B.compressed},"open`,
        ].join('\n'),
      ),
    );
    expect(report.map((line) => line.split(',').slice(0, 3).join(' '))).toEqual([
      '2 no not-hex',
      '3 no x-only-public-key',
      '4 no not-on-curve',
      '5 yes address-not-proven',
      '6 no bad-checksum',
      '7 no unsupported-chain',
      '8 no open-quote',
    ]);
    expect(report[3]).toContain(A.addresses.mainnet.p2wpkh);
    expect(out).toContain('6 lines rejected, 1 addresses that do not belong');
    expect(await find({ btcAddress: B.addresses.mainnet.p2wpkh })).toHaveLength(2);
    const ofA = await find({ btcAddress: A.addresses.mainnet.p2wpkh });
    expect(ofA.map(({ publicKey }) => publicKey)).toEqual([A.compressed, A.compressed]);
  });

  it('the import rejects lines with chains that the server does not support', async () => {
    const lines = [0, 1, 137, 31337, 424242].map((chainId) => `${A.compressed},,${chainId}`);
    const refused = async (env: Record<string, string>) => {
      const { report } = await run(write(`${lines.join('\n')}\n`), env);
      return report.map((line) => Number(line.split(',')[0]) - 1).map((i) => [0, 1, 137, 31337, 424242][i]);
    };
    expect(await refused({})).toEqual([0, 424242]);
    expect(await refused({ SAMPLE_NETWORK: 'off' })).toEqual([0, 31337, 424242]);
    expect(await refused({ EVM_CHAINS: '1, ' })).toEqual([0, 137, 424242]);
    expect(await refused({ EVM_RPC_URL_424242: 'http://127.0.0.1:9' })).toEqual([0]);
    const own = { EVM_CHAINS: '1,', EVM_RPC_URL_424242: 'http://127.0.0.1:9', SAMPLE_NETWORK: 'off' };
    expect(await refused(own)).toEqual([0, 137, 31337, 424242]);
  });

  it('the import fails on an invalid variable only if it uses the variable', async () => {
    const file = write(`${A.compressed}\n`);
    await expect(
      run(file, { EVM_CHAINS: '1,x', DATABASE_URL: 'mysql://u:hunter2@db' }),
    ).rejects.toMatchObject({
      problems: [expect.stringMatching(/^DATABASE_URL: /), expect.stringMatching(/^EVM_CHAINS: /)],
    });
    expect(await run(file, { LOG_LEVEL: 'loud', PUBLIC_URL: 'x', PROJECT_ID: 'alone' })).toMatchObject({
      code: 0,
    });
  });

  it('the import writes to the DATA_DIR of the server', async () => {
    folder = join(root, `${count}.db`);
    await run(write(`${A.compressed}\n`), { DATA_DIR: ` ${folder} ` });
    expect(await find({ btcAddress: A.addresses.mainnet.p2tr })).toHaveLength(2);
  });

  it('a repeated import changes nothing, and leaves no progress file', async () => {
    const file = write(`${A.compressed}\n`);
    await run(file);
    const before = await find({ btcAddress: A.addresses.mainnet.p2tr });
    const { out } = await run(file);
    expect(out).toContain('1 keys imported, 0 of them new');
    const after = await find({ btcAddress: A.addresses.mainnet.p2tr });
    expect(after.map(({ createdAt }) => createdAt)).toEqual(before.map(({ createdAt }) => createdAt));
    expect(existsSync(`${file}.report.csv.progress`)).toBe(false);
  });

  it('a stopped import resumes where it left off, and its report is complete', async () => {
    const keys = publicKeys(5000, 1);
    keys[100] = 'bad';
    keys[4500] = 'bad';
    const file = write(`${keys.join('\n')}\n`);
    const io = testIo();
    io.interrupt();
    const stopped = await run(file, {}, io);
    expect(stopped.code).toBe(130);
    expect(stopped.err).toContain('Stopped after line 2447.');
    appendFileSync(`${file}.report.csv`, 'half a line that a killed run left behind');
    const { out, err, report } = await run(file);
    expect(err).toContain('Resuming at line 2448.');
    expect(out).toContain('4998 keys imported, 4998 of them new');
    expect(report.map((line) => line.split(',')[0])).toEqual(['101', '4501']);
    const store = await openBulk(folder);
    expect(await store.countKeys()).toBe(4998);
    await store.close();
  });

  it.each([
    ['in the middle', `${A.compressed}\n${'0'.repeat(3 << 20)}\n${B.compressed}\n`, ['2 no line-too-long']],
    ['first', `${'0'.repeat(3 << 20)}\n${A.compressed}\n${B.compressed}`, ['1 no line-too-long']],
    [
      'last, without an end',
      `${A.compressed}\n${B.compressed}\n${'0'.repeat(3 << 20)}`,
      ['3 no line-too-long'],
    ],
  ])(
    'the import reports the number of a rejected line of several MB, and continues: %s',
    async (_where, text, refused) => {
      const { code, out, report } = await run(write(text));
      expect(code).toBe(0);
      expect(out).toContain('2 keys imported');
      expect(report.map((line) => line.split(',').slice(0, 3).join(' '))).toEqual(refused);
    },
  );

  it('with several threads, the import writes all records in the order of the file', async () => {
    const keys = publicKeys(3000, 7);
    const file = write(keys.join('\n'));
    const args = ['dist/import.js', file, '--workers', '2'];
    const { status, stdout } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { DATA_DIR: folder } as unknown as NodeJS.ProcessEnv,
    });
    expect(status).toBe(0);
    expect(stdout).toContain('3000 keys imported, 3000 of them new');
    const store = await openBulk(folder);
    const { keys: loaded } = await store.read(0, 5000);
    await store.close();
    expect(loaded.map(({ publicKey }) => publicKey)).toEqual(keys); // in the order of the file
  });

  it('the import rejects invalid arguments, a missing file and an unsupported default chain', async () => {
    const io = testIo();
    await expect(main([], {}, io)).rejects.toMatchObject({ name: 'UsageError' });
    await expect(main(['x', 'y'], {}, io)).rejects.toMatchObject({ name: 'UsageError' });
    await expect(main(['--workers', 'many', 'x'], {}, io)).rejects.toThrow('--workers');
    await expect(main([join(root, 'nothing.csv')], {}, io)).rejects.toThrow('is not a readable file');
    await expect(main([write('')], { DEFAULT_EVM_CHAIN_ID: '5' }, io)).rejects.toThrow(
      'DEFAULT_EVM_CHAIN_ID',
    );
    expect((await run(write(''))).out).toContain('0 keys imported');
  });
});

describe('lineBlocks', () => {
  const blocksOf = async (chunks: AsyncIterable<Buffer>) => {
    const blocks: LineBlock[] = [];
    for await (const block of lineBlocks(chunks, { offset: 0, line: 1 })) blocks.push(block);
    return blocks;
  };

  it('the import keeps lines of up to 64 KiB and drops longer ones', async () => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc') as () => void;
    const heldBytes = async () => {
      for (let i = 0; i < 3; i++) {
        await setImmediate();
        gc();
      }
      return process.memoryUsage().arrayBuffers;
    };
    const longest = 'y'.repeat(MAX_LINE_BYTES);
    async function* chunks() {
      yield Buffer.from('a\n');
      const before = await heldBytes();
      for (let i = 0; i < 4000; i++) yield Buffer.alloc(16 * 1024, 'x');
      expect((await heldBytes()) - before).toBeLessThan(1 << 20);
      yield Buffer.from(`x\n${longest}\n`);
    }
    expect(await blocksOf(chunks())).toEqual([
      { lines: ['a', undefined], firstLine: 1, end: { offset: 2 + 4000 * 16 * 1024 + 2, line: 3 } },
      {
        lines: [longest],
        firstLine: 3,
        end: { offset: 2 + 4000 * 16 * 1024 + 2 + MAX_LINE_BYTES + 1, line: 4 },
      },
    ]);
  });

  it('the import splits a file into the same blocks, whatever the size of the chunks in which the file is read', async () => {
    async function* chunks(text: string, size: number) {
      for (let i = 0; i < text.length; i += size) yield Buffer.from(text.slice(i, i + size));
    }
    const long = `${'y'.repeat(MAX_LINE_BYTES)}\n`.repeat(4);
    for (const size of [1000, MAX_LINE_BYTES + 1, 1 << 20])
      expect((await blocksOf(chunks(long, size))).map(({ end }) => end)).toEqual([
        { offset: 3 * (MAX_LINE_BYTES + 1), line: 4 },
        { offset: 4 * (MAX_LINE_BYTES + 1), line: 5 },
      ]);
    const ends = (await blocksOf(chunks('\n'.repeat(200_000), 3000))).map(({ end }) => end.line);
    expect(ends).toEqual([163_841, 200_001]);
  });
});

describe('readLine', () => {
  it('reading an invalid line of an import file throws an error with the reason', () => {
    const format = detectFormat('{"publicKey": 1}', 1);
    for (const [line, reason] of [
      ['{', 'not-json'],
      ['[]', 'not-an-object'],
      ['{}', 'missing-key'],
      ['{"publicKey":"02","address":5}', 'invalid-address'],
    ] as const)
      expect(() => readLine(line, format)).toThrow(expect.objectContaining({ reason }));
  });
});
