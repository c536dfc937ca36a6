import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type AvifOptions } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_GATEWAYS } from '@/lib/solana/documents/document-uri';
import { guardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { images } from '@/lib/sources/images/images';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import { answerImage, createImageLinks } from './image-endpoints';
import { imageProcess } from './image-process';

// How large an image may be, in pixels and in the memory of its decoder.

const links = createImageLinks('a secret of the tests');
const viewer = { name: 'viewer', signal: new AbortController().signal };
/** Image decoder with a long timeout, so that only its limits can end it. */
const decoder = imageProcess(undefined, 120_000);
const isLinux = process.platform === 'linux';

/** The images of the host by path. They are made before they are requested, because that can take a minute. */
const made = new Map<string, Buffer>();
let host: StaticHost;
let fetcher: ReturnType<typeof guardedFetch>;
let source: ReturnType<typeof images>;

/** Makes the image of a path: a format, the bits of a sample, a width and a height. */
async function imageOf(path: string): Promise<Buffer> {
  const [, format, bits, width, height] = path.split('/');
  const [bitDepth, columns, rows] = [Number(bits), Number(width), Number(height)];
  if (format === 'png') return pngOf(bitDepth, columns, rows);
  const options = { effort: 0, bitdepth: bitDepth as NonNullable<AvifOptions['bitdepth']> };
  const background = { r: 154, g: 74, b: 23 };
  return sharp({ create: { width: columns, height: rows, channels: 3, background } })
    .avif(options)
    .toBuffer();
}

/** Makes a complete PNG of grey samples: a few kilobytes, because all are 0. */
function pngOf(bits: number, width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil((width * bits) / 8)) * height));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

beforeAll(async () => {
  host = await staticHost((path, response) => response.writeHead(200).end(made.get(path)));
  fetcher = guardedFetch({ allowHosts: [host.host], totalMs: 60_000, firstByteMs: 60_000 });
  source = images({
    fetch: fetcher,
    gateways: DEFAULT_GATEWAYS,
    thumbnail: decoder.thumbnail,
    documentImage: async () => '',
  });
});
afterAll(async () => {
  decoder.close();
  await fetcher?.close();
  await host?.close();
});

async function show(path: string) {
  made.set(path, await imageOf(path));
  const [, , signature = '', encoded = ''] = links.image(host.origin + path).split('/');
  return answerImage({ links, images: source, viewer }, signature, encoded, '256');
}

describe('the pixels of an image', () => {
  it.each([
    ['/png/1/8000/5000', '40 million'],
    ['/png/16/5000/4000', '20 million of 16 bits'],
    ['/avif/8/4000/4000', '16 million'],
    ['/avif/12/4000/2000', '8 million of 12 bits'],
  ])('an image at the limit of its format is shown: %s, %s pixels', async (path) => {
    const answer = await show(path);
    expect(answer.status).toBe(200);
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    const [, , , columns = 0, rows = 0] = path.split('/').map(Number);
    expect([width, height]).toEqual([256, Math.round((256 * rows) / columns)]);
  });

  it.each(['/png/1/8000/5001', '/png/16/5000/4001', '/avif/8/4000/4001', '/avif/12/4000/2001'])(
    'an image one row above the limit of its format is rejected: %s',
    async (path) => {
      const answer = await show(path);
      expect([answer.status, await answer.json()]).toMatchObject([415, { reason: 'undecodable' }]);
    },
  );
});

describe.runIf(isLinux)('the memory of the decoder', () => {
  const peakMegabytes = (pid: number) =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

  it('does not grow with a small AVIF of 25 million pixels of 12 bits', { timeout: 120_000 }, async () => {
    const hostile = await imageOf('/avif/12/5000/5000');
    expect(hostile.length).toBeLessThan(2_000);
    const own = imageProcess(undefined, 120_000);
    await expect(own.thumbnail(hostile, 256, viewer)).rejects.toThrow('undecodable');
    // Decoding it takes 660 MB.
    expect(peakMegabytes(own.pid() ?? 0)).toBeLessThan(200);
    own.close();
  });

  it('is limited to 512 MiB, beyond which the decoder exits and a new one is started', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-'));
    const script = join(folder, 'greedy.cjs');
    writeFileSync(
      script,
      `process.on('message', ({ image }) => {
        const megabytes = image[0] * 256 + image[1];
        const taken = Array.from({ length: megabytes }, () => Buffer.alloc(1048576, 1));
        process.send({ thumbnail: Buffer.from(String(taken.length)) });
      });`,
    );
    const own = imageProcess(script, 120_000);
    const take = (megabytes: number) =>
      own.thumbnail(Buffer.from([megabytes >> 8, megabytes & 255]), 96, viewer);
    expect(String(await take(100))).toBe('100');
    await expect(take(600)).rejects.toThrow('undecodable');
    expect(String(await take(100))).toBe('100');
    own.close();
    rmSync(folder, { recursive: true });
  });
});
