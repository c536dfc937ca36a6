import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { DEFAULT_GATEWAYS } from '@/lib/solana/documents/document-uri';
import { documents } from '@/lib/sources/documents/documents';
import { type GuardedFetch, guardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { documentImage } from '@/lib/sources/images/document-image';
import { images } from '@/lib/sources/images/images';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import { until, untilStarted } from '@/lib/testing/until';
import { answerImage, answerMedia, createImageLinks } from './image-endpoints';
import { imageProcess } from './image-process';

const links = createImageLinks('a secret of the tests');
/** Image decoder with a long timeout, for slow machines. */
const decoder = imageProcess(undefined, 120_000);
const viewer = (name = 'viewer', signal = new AbortController().signal) => ({ name, signal });

let host: StaticHost;
let source: ReturnType<typeof images>;
let fetcher: ReturnType<typeof guardedFetch>;

/** Creates the source of images as `lib/server/wiring.ts` does. */
function sourceOf(fetch: GuardedFetch, memory?: ByteBudget) {
  const reader = documents({ fetch, gateways: DEFAULT_GATEWAYS, httpHosts: [host.host], memory });
  return images({
    fetch,
    gateways: DEFAULT_GATEWAYS,
    thumbnail: decoder.thumbnail,
    documentImage: documentImage(reader),
    memory,
  });
}

/** Reads the `Range` header that the host receives. */
function rangeOf(header = '', length: number): [number, number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (first === '' && last === '') return undefined;
  return first === '' ? [length - Number(last), length] : [Number(first), Number(last || length)];
}

const MIB = 1024 * 1024;
const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(5000, 7)]);

beforeAll(async () => {
  const photo = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#9a4a17' } })
    .jpeg()
    .toBuffer();
  const files: Record<string, Buffer | { body: Buffer; type: string }> = {
    '/photo.jpg': photo,
    '/asked-at-once.jpg': photo,
    '/named.json': Buffer.from('{"name":"Photo","image":"photo.jpg"}'),
    '/named-once.json': Buffer.from('{"name":"Photo","image":"photo.jpg"}'),
    '/inline.json': Buffer.from(
      `{"image":"data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}"}`,
    ),
    '/gone-image.json': Buffer.from('{"image":"missing.png"}'),
    '/no-image.json': Buffer.from('{"name":"Blank","image":7}'),
    '/page.json': Buffer.from('<!doctype html><title>Not here</title>'),
    '/sample.json': Buffer.from('{"image":"https://sample.satchel.example/compass.png"}'),
    '/private.json': Buffer.from('{"image":"http://169.254.169.254/latest/meta-data"}'),
    '/long.json': { body: Buffer.alloc(2 * MIB, 32), type: 'application/json' },
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
    '/no-ranges.mp4': mp4,
    '/declared.mp4': { body: mp4, type: 'video/mp4' },
    '/page.mp4': { body: Buffer.from('<!doctype html><script>alert(1)</script>'), type: 'text/html' },
    '/long.mp4': Buffer.concat([mp4, Buffer.alloc(8 * MIB)]),
    '/too-long.mp4': Buffer.concat([mp4, Buffer.alloc(50 * MIB)]),
    '/not-a-film.mp4': Buffer.from('hello'),
  };
  host = await staticHost((path, response, request) => {
    const file = files[path];
    if (path === '/endless.mp4') {
      const more = () => {
        while (response.write(mp4)) if (response.closed) return;
      };
      response.on('drain', more).writeHead(200);
      return more();
    }
    if (path.startsWith('/endless-')) return void response.writeHead(200).write(Buffer.alloc(MIB));
    if (path.startsWith('/slow-')) return void response.writeHead(200).write('a');
    if (file === undefined) return void response.writeHead(404).end();
    const { body, type } = Buffer.isBuffer(file) ? { body: file, type: 'application/octet-stream' } : file;
    const range = path === '/no-ranges.mp4' ? undefined : rangeOf(request.headers.range, body.length);
    if (path !== '/no-ranges.mp4') response.setHeader('Accept-Ranges', 'bytes');
    if (range === undefined)
      return void response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length }).end(body);
    const [from, to] = range;
    if (from >= body.length)
      return void response.writeHead(416, { 'Content-Range': `bytes */${body.length}` }).end();
    const part = body.subarray(from, to + 1);
    response
      .writeHead(206, {
        'Content-Type': type,
        'Content-Length': part.length,
        'Content-Range': `bytes ${from}-${from + part.length - 1}/${body.length}`,
      })
      .end(part);
  });
  fetcher = guardedFetch({ allowHosts: [host.host] });
  source = sourceOf(fetcher);
});
afterAll(async () => {
  decoder.close();
  await fetcher?.close();
  await host?.close();
});

function show(path: string, width: string | null = '256', of = source, who = viewer()) {
  const [, , signature = '', encoded = ''] = links.image(host.origin + path).split('/');
  return answerImage({ links, images: of, viewer: who }, signature, encoded, width);
}
function play(path: string, range: string | null = null, of = source, who = viewer()) {
  const [, , signature = '', encoded = ''] = links.media(host.origin + path).split('/');
  return answerMedia({ links, images: of, viewer: who }, signature, encoded, range);
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
      expect(
        (await answerImage({ links, images: source, viewer: viewer() }, signature, encoded, '256')).status,
      ).toBe(404);
    }
    expect((await show('/photo.jpg', '257')).status).toBe(404);
    const other = createImageLinks('another secret');
    expect(other.image(`${host.origin}/photo.jpg`)).not.toBe(links.image(`${host.origin}/photo.jpg`));
  });

  it('rejects images at private addresses that are not exempt', async () => {
    const guarded = guardedFetch();
    const strict = sourceOf(guarded);
    const hits = host.countOf('/photo.jpg');
    const [, , signature = '', encoded = ''] = links.image(`${host.origin}/photo.jpg`).split('/');
    expect(
      (await answerImage({ links, images: strict, viewer: viewer() }, signature, encoded, '256')).status,
    ).toBe(415);
    expect(host.countOf('/photo.jpg')).toBe(hits);
    await guarded.close();
  });
});

describe('/picture of a document', () => {
  const showDocument = (uri: string, width = '256', who = viewer()) => {
    const [, , signature = '', encoded = ''] = links.documentImage(uri).split('/');
    return answerImage({ links, images: source, viewer: who }, signature, encoded, width);
  };

  it('returns the image that a document names as a WebP', async () => {
    const answer = await showDocument(`${host.origin}/named.json`, '96');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    const { width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(width).toBe(96);
  });

  it('returns an image that is part of the document, with headers that prevent scripts', async () => {
    const answer = await showDocument(`${host.origin}/inline.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(await answer.text()).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>');
  });

  it('redirects to the file of an image of the sample network', async () => {
    const answer = await showDocument(`${host.origin}/sample.json`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/sample/compass.webp');
  });

  it.each([
    ['/gone-image.json', 404, 'not-found'],
    ['/no-image.json', 404, 'no-image'],
    ['/page.json', 415, 'document-invalid'],
    ['/private.json', 415, 'address-not-allowed'],
    ['/long.json', 502, 'document-unreachable'],
    ['/none.json', 502, 'document-unreachable'],
    ['javascript:alert(1)', 415, 'document-uri-unusable'],
    [`data:application/json,{"name":"${'x'.repeat(5_000)}"}`, 415, 'document-uri-unusable'],
  ])('responds for the document %s with %d and the reason %s', async (path, status, reason) => {
    const answer = await showDocument(path.startsWith('/') ? host.origin + path : path);
    expect([answer.status, answer.headers.get('x-picture-error')]).toEqual([status, reason]);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=30');
  });

  it('reads only documents whose URI is signed as that of a document', async () => {
    const url = `${host.origin}/signed.json`;
    const encoded = Buffer.from(url).toString('base64url');
    const signatureOf = (path: string) => path.split('/')[2] ?? '';
    for (const signature of ['', 'A'.repeat(22), signatureOf(links.media(url))])
      expect(
        (await answerImage({ links, images: source, viewer: viewer() }, signature, encoded, '256')).status,
      ).toBe(404);
    // Signed as the URL of an image, it is fetched as an image.
    const image = await answerImage(
      { links, images: source, viewer: viewer() },
      signatureOf(links.image(url)),
      encoded,
      '256',
    );
    expect(image.headers.get('x-picture-error')).toBe('not-found');
    expect(host.countOf('/signed.json')).toBe(1);
  });

  it('fetches a document only once for concurrent requests, and no longer if all viewers have left', async () => {
    const answers = await Promise.all(
      ['96', '256', '512', '1024'].map((width) => showDocument(`${host.origin}/named-once.json`, width)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(host.countOf('/named-once.json')).toBe(1);
    const gone = new AbortController();
    const left = showDocument(`${host.origin}/slow-document`, '96', viewer('left', gone.signal));
    await until('the document is requested', () => host.inFlight() === 1);
    gone.abort();
    expect((await left).ok).toBe(false);
    await until('nothing is fetched', () => host.inFlight() === 0);
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
    await untilStarted('an image is decoded', isMade);
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
  it('passes a complete video file on, and ranges of a video file', async () => {
    const whole = await play('/film.mp4');
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(whole.headers.get('content-length')).toBe(String(mp4.length));
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(mp4);
    const part = await play('/film.mp4', 'bytes=10-19');
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${mp4.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(mp4.subarray(10, 20));
    const probe = await play('/film.mp4', 'bytes=0-1');
    expect([probe.status, Buffer.from(await probe.arrayBuffer())]).toEqual([206, mp4.subarray(0, 2)]);
    const last = await play('/film.mp4', 'bytes=-5');
    expect([last.status, last.headers.get('content-length')]).toEqual([206, '5']);
    await last.body?.cancel();
    const beyond = await play('/film.mp4', `bytes=${mp4.length}-`);
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${mp4.length}`]);
    const several = await play('/film.mp4', 'bytes=0-1,3-4');
    expect(several.status).toBe(200);
    await several.body?.cancel();
  });

  it('passes a complete file on if the host ignores ranges', async () => {
    const answer = await play('/no-ranges.mp4', 'bytes=10-19');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(answer.headers.get('accept-ranges')).toBeNull();
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(mp4);
  });

  it.each([
    ['/declared.mp4', 'video/mp4'],
    ['/film.mp4', 'application/octet-stream'],
    ['/page.mp4', 'application/octet-stream'],
  ])(
    'the type of a later range of %s is the declared one only if it is video or audio',
    async (path, type) => {
      const answer = await play(path, 'bytes=20-29');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([206, type]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      await answer.body?.cancel();
    },
  );

  it('does not pass on more than 50 MB', async () => {
    const answer = await play('/too-long.mp4');
    expect([answer.status, answer.headers.get('x-picture-error')]).toEqual([413, 'too-large']);
    const part = await play('/too-long.mp4', `bytes=0-${MIB - 1}`);
    expect((await part.arrayBuffer()).byteLength).toBe(MIB);
    const endless = await play('/endless.mp4');
    const read = async () => {
      let length = 0;
      for await (const chunk of endless.body as unknown as AsyncIterable<Uint8Array>) length += chunk.length;
      return length;
    };
    await expect(read()).rejects.toMatchObject({ reason: 'too-large' });
    await until('the host is no longer connected', () => host.inFlight() === 0);
  });

  it('a visitor receives at most four recordings at a time, and others are not affected', async () => {
    const open = async (who: string) => play('/long.mp4', null, source, viewer(who));
    const playing = await Promise.all(['one', 'one', 'one', 'one'].map(open));
    expect(playing.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const fifth = await open('one');
    expect([fifth.status, fifth.headers.get('x-picture-error')]).toEqual([503, 'busy']);
    const other = await open('another');
    expect(other.status).toBe(200);
    for (const { body } of [...playing, other]) await body?.cancel();
    await until('the canceled recordings are closed', () => host.inFlight() === 0);
    const again = await open('one');
    expect((await again.arrayBuffer()).byteLength).toBe(8 * MIB + mp4.length);
  });

  it('reads a recording only as fast as the viewer, and closes it when the viewer leaves', async () => {
    const gone = new AbortController();
    const answer = await play('/endless.mp4', null, source, viewer('one', gone.signal));
    expect(answer.status).toBe(200);
    expect(host.inFlight()).toBe(1);
    gone.abort();
    await until('the recording is closed', () => host.inFlight() === 0);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  it('a visitor who leaves before a slow host responds causes no further request', async () => {
    const gone = new AbortController();
    const slow = play('/slow-1.mp4', null, source, viewer('one', gone.signal));
    await until('it is requested', () => host.inFlight() === 1);
    gone.abort();
    expect((await slow).ok).toBe(false);
    await until('nothing is fetched', () => host.inFlight() === 0);
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
    const of = sourceOf(fetcher, memory);
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
    expect((await show('/photo.jpg', '96', of)).status).toBe(200);
    memory.give(8 * MIB);
    gone.abort();
    await endless;
    await until('all memory is released', () => memory.held === 0);
    expect((await show('/photo.jpg', '512', of)).status).toBe(200);
    expect(memory.held).toBe(0);
  });
});
