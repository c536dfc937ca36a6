import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { DEFAULT_GATEWAYS } from '@/lib/solana/documents/document-uri';
import { guardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { images } from '@/lib/sources/images/images';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import { until } from '@/lib/testing/until';
import { answerImage, answerMedia, createImageLinks } from './image-endpoints';
import { imageProcess } from './image-process';

const links = createImageLinks('a secret of the tests');
/** Image decoder with a long timeout, for slow machines. */
const decoder = imageProcess(undefined, 120_000);
const viewer = (name = 'viewer', signal = new AbortController().signal) => ({ name, signal });

let host: StaticHost;
let source: ReturnType<typeof images>;
let fetcher: ReturnType<typeof guardedFetch>;

const MIB = 1024 * 1024;
const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(5000, 7)]);

beforeAll(async () => {
  const photo = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#9a4a17' } })
    .jpeg()
    .toBuffer();
  const files: Record<string, Buffer | { body: Buffer; type: string }> = {
    '/photo.jpg': photo,
    '/asked-at-once.jpg': photo,
    '/photo-as-text': { body: photo, type: 'text/plain' },
    '/cut.png': (await sharp(photo).png().toBuffer()).subarray(0, 900),
    '/page.png': { body: Buffer.from('<!doctype html><script>alert(1)</script>'), type: 'image/png' },
    '/art.svg': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><circle r="5"/></svg>',
    ),
    '/subset.svg': Buffer.from(
      `<?drawn by="hand"?><!--${' '.repeat(2_000)}--><!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;"/>`,
    ),
    '/big.svg': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(1024 * 1024)}</svg>`),
    '/huge.jpg': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(21 * 1024 * 1024)]),
    '/film.mp4': mp4,
    ...Object.fromEntries([1, 2, 3].map((n) => [`/long-${n}.mp4`, Buffer.concat([mp4, Buffer.alloc(MIB)])])),
    '/not-a-film.mp4': Buffer.from('hello'),
  };
  host = await staticHost((path, response) => {
    const file = files[path];
    if (path.startsWith('/endless-')) return void response.writeHead(200).write(Buffer.alloc(MIB));
    if (path.startsWith('/slow-')) return void response.writeHead(200).write('a');
    if (file === undefined) return void response.writeHead(404).end();
    const { body, type } = Buffer.isBuffer(file) ? { body: file, type: 'application/octet-stream' } : file;
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length }).end(body);
  });
  fetcher = guardedFetch({ allowHosts: [host.host] });
  source = images({ fetch: fetcher, gateways: DEFAULT_GATEWAYS, thumbnail: decoder.thumbnail });
});
afterAll(async () => {
  decoder.close();
  await fetcher?.close();
  await host?.close();
});

function show(path: string, width: string | null = '256', of = source, who = viewer()) {
  const [, , signature = '', encoded = ''] = links.image(host.origin + path).split('/');
  return answerImage(links, of, signature, encoded, width, who);
}
function play(path: string, range: string | null = null, of = source, who = viewer()) {
  const [, , signature = '', encoded = ''] = links.media(host.origin + path).split('/');
  return answerMedia(links, of, signature, encoded, range, who);
}

describe('/picture', () => {
  it.each(['96', '256', '512', '1024'])('returns an image as a WebP of at most %s pixels', async (width) => {
    const answer = await show('/photo.jpg', width);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: Number(width),
    });
  });

  it('detects an image’s format from its bytes instead of the Content-Type', async () => {
    expect((await show('/photo-as-text')).status).toBe(200);
    const page = await show('/page.png');
    expect(page.status).toBe(415);
    expect(page.headers.get('x-picture-error')).toBe('not-a-picture');
  });

  it('fetches an image only once for concurrent requests', async () => {
    // Use an image that no other test requests, so that it is not cached.
    const answers = await Promise.all(Array.from({ length: 20 }, () => show('/asked-at-once.jpg', '512')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(host.countOf('/asked-at-once.jpg')).toBe(1);
  });

  it.each([
    ['/cut.png', 415, 'undecodable'],
    ['/big.svg', 413, 'too-large'],
    ['/huge.jpg', 413, 'too-large'],
    ['/missing.png', 404, 'not-found'],
  ])('responds to a request for the image %s with %d and a reason', async (path, status, reason) => {
    const answer = await show(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-picture-error')).toBe(reason);
    expect(await answer.json()).toMatchObject({ reason, message: expect.any(String) });
  });

  it.each(['/art.svg', '/subset.svg'])(
    'serves the SVG %s unchanged, with headers that prevent scripts',
    async (path) => {
      const answer = await show(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/svg+xml');
      expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it('accepts only signed image URLs and known widths', async () => {
    const encoded = Buffer.from(`${host.origin}/photo.jpg`).toString('base64url');
    for (const signature of [
      '',
      'x',
      'A'.repeat(22),
      links.media(`${host.origin}/photo.jpg`).split('/')[2] ?? '',
    ]) {
      expect((await answerImage(links, source, signature, encoded, '256', viewer())).status).toBe(404);
    }
    expect((await show('/photo.jpg', '257')).status).toBe(404);
    const other = createImageLinks('another secret');
    expect(other.image(`${host.origin}/photo.jpg`)).not.toBe(links.image(`${host.origin}/photo.jpg`));
  });

  it('rejects images at private addresses that are not exempt', async () => {
    const guarded = guardedFetch();
    const strict = images({ fetch: guarded, gateways: DEFAULT_GATEWAYS, thumbnail: decoder.thumbnail });
    const hits = host.countOf('/photo.jpg');
    const [, , signature = '', encoded = ''] = links.image(`${host.origin}/photo.jpg`).split('/');
    expect((await answerImage(links, strict, signature, encoded, '256', viewer())).status).toBe(415);
    expect(host.countOf('/photo.jpg')).toBe(hits);
    await guarded.close();
  });
});

describe('the decoder’s process', () => {
  it('kills an image decoder process that hangs, and decodes the next image', async () => {
    const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const one = imageProcess(undefined, 2000);
    const isMade = () =>
      one.thumbnail(small, 96, viewer()).then(
        () => true,
        () => false,
      );
    // Retry: on a busy machine, starting the decoder may exceed the timeout.
    await until('an image is decoded', isMade);
    const stopped = one.pid() ?? 0;
    process.kill(stopped, 'SIGSTOP');
    await expect(one.thumbnail(small, 96, viewer())).rejects.toThrow('timeout');
    await until('the next image is decoded', isMade);
    expect(one.pid()).not.toBe(stopped);
    one.close();
  });

  it('the image decoder process serves viewers round-robin and drops the images of viewers who have left', async () => {
    const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    const one = imageProcess();
    const made: string[] = [];
    const make = (name: string, signal?: AbortSignal) =>
      one.thumbnail(image, 96, viewer(name, signal)).then(() => void made.push(name));
    const gone = new AbortController();
    const many = Array.from({ length: 6 }, () => make('many'));
    const abandoned = make('gone', gone.signal);
    const other = make('other');
    gone.abort();
    await expect(abandoned).rejects.toThrow();
    await Promise.all([...many, other]);
    // Third at the latest: the first image was already being decoded when the others were requested.
    expect(made.indexOf('other')).toBeLessThanOrEqual(2);
    expect(made).toHaveLength(7);
    one.close();
  });
});

describe('/media', () => {
  it('serves a complete video file, and ranges of a video file', async () => {
    const whole = await play('/film.mp4');
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const part = await play('/film.mp4', 'bytes=10-19');
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${mp4.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(mp4.subarray(10, 20));
    expect((await play('/film.mp4', 'bytes=-5')).headers.get('content-length')).toBe('5');
    expect((await play('/film.mp4', `bytes=${mp4.length}-`)).status).toBe(416);
    expect((await play('/film.mp4', 'bytes=0-1,3-4')).status).toBe(200);
    expect(host.countOf('/film.mp4')).toBe(1);
  });

  /**
   * Creates the images service for tests whose downloads never end.
   * @param recordingTurnMs how long a waiting visitor lets the download of an audio or video file
   * continue, in ms
   */
  const slowly = (recordingTurnMs: number) =>
    images({ fetch: fetcher, gateways: DEFAULT_GATEWAYS, thumbnail: decoder.thumbnail, recordingTurnMs });

  it('a visitor’s slow audio and video files do not block other visitors, and are canceled when the visitor leaves', async () => {
    const of = slowly(60_000);
    const gone = new AbortController();
    await until('the earlier fetches have ended', () => host.inFlight() === 0);
    const slow = [1, 2, 3, 4].map((n) => play(`/slow-${n}.mp4`, null, of, viewer('one', gone.signal)));
    await until('one of them is fetched', () => host.inFlight() === 1);
    expect((await play('/film.mp4', null, of, viewer('another'))).status).toBe(200);
    await until('only that one is still fetched', () => host.inFlight() === 1);
    gone.abort();
    expect((await Promise.all(slow)).map(({ ok }) => ok)).toEqual([false, false, false, false]);
    await until('nothing is fetched', () => host.inFlight() === 0);
  });

  it('the slow download of a video file ends with 503 when another visitor is waiting for a permit', async () => {
    const of = slowly(0);
    const slow = [1, 2, 3].map((n) => play(`/slow-${n}.mp4`, null, of, viewer(`slow ${n}`)));
    await until('all places are taken', () => host.inFlight() === 3);
    expect((await play('/film.mp4', null, of, viewer('another'))).status).toBe(200);
    const first = await slow[0];
    expect(first?.status).toBe(503);
    expect(first?.headers.get('x-picture-error')).toBe('busy');
    await until('the two others are still fetched', () => host.inFlight() === 2);
  });

  it('rejects a file that is neither audio nor video', async () => {
    const answer = await play('/not-a-film.mp4');
    expect(answer.status).toBe(415);
    expect(answer.headers.get('x-picture-error')).toBe('not-media');
  });
});

describe('memory', () => {
  const counted = (bytes: number) => {
    const memory = new ByteBudget(bytes, 5);
    const of = images({ fetch: fetcher, gateways: DEFAULT_GATEWAYS, thumbnail: decoder.thumbnail, memory });
    return { memory, of };
  };
  const isBusy = async (answer: Promise<Response>) => {
    const { status, headers } = await answer;
    return status === 503 && headers.get('x-picture-error') === 'busy';
  };

  it('reserves memory for images while they are fetched, and returns 503 if there is not enough memory', async () => {
    const { memory, of } = counted(8 * MIB);
    const gone = new AbortController();
    const endless = show('/endless-1.jpg', '256', of, viewer('one', gone.signal));
    await until('the received bytes are counted', () => memory.held >= MIB);
    memory.add(8 * MIB);
    expect(await isBusy(show('/endless-2.jpg', '256', of))).toBe(true);
    expect(await isBusy(play('/long-1.mp4', null, of))).toBe(true);
    expect((await show('/photo.jpg', '96', of)).status).toBe(200);
    memory.give(8 * MIB);
    gone.abort();
    await endless;
    await until('all memory is released', () => memory.held === 0);
    expect((await show('/photo.jpg', '512', of)).status).toBe(200);
    expect(memory.held).toBe(0);
  });

  it('reserves memory for each audio or video file until it is sent, and sends a viewer at most two of them at a time', async () => {
    const { memory, of } = counted(8 * MIB);
    const gone = new AbortController();
    const play3 = (n: number, who: string) => play(`/long-${n}.mp4`, null, of, viewer(who, gone.signal));
    const first = await play3(1, 'one');
    const second = await play3(2, 'one');
    expect([first.status, second.status, memory.held >= 2 * MIB]).toEqual([200, 200, true]);
    expect(await isBusy(play3(3, 'one'))).toBe(true);
    const other = await play3(3, 'another');
    expect(other.status).toBe(200);
    expect((await first.arrayBuffer()).byteLength).toBe(MIB + mp4.length);
    await other.body?.cancel();
    expect((await (await play3(1, 'one')).arrayBuffer()).byteLength).toBe(MIB + mp4.length);
    // When a viewer disconnects, the reserved memory must be released.
    gone.abort();
    expect(memory.held).toBe(0);
  });
});
