import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { writeJson } from '@/lib/json/exact-write';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { scopeOf } from '@/lib/promises/request-scope';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { solanaSource } from '@/lib/sources/solana/solana-chains';
import { localTransport } from '@/lib/sources/transport/local-transport';
import { gate } from '@/lib/testing/gate';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import { scriptedNft } from '@/lib/testing/solana/scripted-source';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';
import { type Documents, type DocumentsOptions, documents } from './documents';
import { documentFiller } from './fill-documents';
import { guardedFetch } from './guarded-fetch';
import { failedDocument } from './read-document';

const OWNER = addressOf('owner');
const CID = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWPbdG1';

const json = (response: ServerResponse, value: unknown, type = 'application/json') =>
  response
    .writeHead(200, { 'content-type': type })
    .end(typeof value === 'string' ? value : JSON.stringify(value));

const answers: Record<string, (response: ServerResponse) => void> = {
  '/plain': (response) =>
    json(response, { name: 'Plain', image: 'https://pictures.example/plain.png' }, 'text/plain'),
  '/bom': (response) => json(response, `\ufeff${JSON.stringify({ name: 'Bom', image: 'bom.png' })}`),
  '/html': (response) => json(response, '<!doctype html><title>Not found</title>', 'text/html'),
  '/array': (response) => json(response, [1, 2]),
  '/string': (response) => json(response, '"text"'),
  '/cut': (response) => json(response, '{"name":'),
  '/deep': (response) => json(response, `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
  // 300,000 empty objects of 3 bytes each, each of which takes 60 bytes of memory.
  '/empties': (response) => json(response, `{"a":[${'{},'.repeat(300_000)}{}]}`),
  // Takes far less memory than the limit for one document.
  '/many-values': (response) => json(response, `{"a":[${'1,'.repeat(40_000)}1]}`),
  '/attributes': (response) =>
    json(response, { name: 'Many', attributes: Array(6_500).fill({ trait_type: 'a', value: 'x,y' }) }),
  '/large': (response) => json(response, { name: 'x'.repeat(2_000_000) }),
  '/picture': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('png'),
  '/proto': (response) =>
    json(
      response,
      '{"name":"Proto","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    ),
  '/exact': (response) => json(response, '{"name":"Exact","edition":9007199254740993}'),
  '/infinite': (response) => json(response, '{"name":"Infinite","edition":1e999}'),
  '/no-image': (response) =>
    json(response, {
      name: 'No image',
      image: { not: 'text' },
      attributes: { a: 1 },
      properties: { files: ['0.png'] },
    }),
  '/number': (response) => json(response, { name: 'Number', image: 5, properties: null }),
  '/named-%C3%A9.json': (response) => json(response, { name: 'Named' }),
  '/utf8-redirect': (response) =>
    // Node writes header text as Latin-1: these are the bytes of `/named-é.json` in UTF-8.
    response.writeHead(302, { location: Buffer.from('/named-é.json').toString('latin1') }).end(),
  '/json-as-png': (response) => json(response, { name: 'As PNG', image: 'a.png' }, 'image/png'),
  '/json-as-svg': (response) => json(response, '\ufeff \n{"name":"As SVG"}', 'image/svg+xml; charset=utf-8'),
  '/array-as-png': (response) => json(response, [1, 2], 'image/png'),
  '/coded-utf8': (response) =>
    response.writeHead(200, { 'content-encoding': 'UTF-8' }).end('{"name":"Coded UTF-8"}'),
  '/coded-aws': (response) =>
    response.writeHead(200, { 'content-encoding': 'aws-chunked' }).end('{"name":"Coded aws-chunked"}'),
  '/redirect': (response) => response.writeHead(302, { location: '/plain' }).end(),
  '/500': (response) => response.writeHead(500).end(),
  '/hang': () => undefined,
  [`/ipfs/${CID}/1.json`]: (response) => json(response, { name: 'Content', image: '1.png' }),
};

let host: StaticHost;
const open: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of open) await close();
});
beforeEach(async () => {
  host = await staticHost((path, response) => {
    const answer = answers[path];
    if (answer !== undefined) answer(response);
    else response.writeHead(404).end();
  });
  open.push(host.close);
});

/** Creates a source with a wallet that has one NFT for each of `paths`: paths on the test host, or complete URIs. */
function sourceOf(
  paths: string[],
  over: {
    gateways?: string[];
    exempt?: string[];
    keepFailureMs?: number;
    firstByteMs?: number;
    memory?: ByteBudget;
  } = {},
) {
  const uris = paths.map((path) => (path.startsWith('/') ? host.origin + path : path));
  const gateways = { ipfs: over.gateways ?? [host.origin], arweave: [host.origin] };
  const { firstByteMs = 60_000, exempt = [] } = over;
  const allowHosts = [host.host, '127.0.0.1:9', ...exempt];
  const fetch = guardedFetch({ allowHosts, totalMs: 60_000, firstByteMs });
  open.push(fetch.close);
  return solanaSource({
    chains: new Map([
      [
        101,
        {
          transport: localTransport(
            sampleNode(
              snapshotOf(
                1,
                nftWallet(OWNER, uris.length, (index) => uris[index] ?? ''),
              ),
            ),
          ),
          tokenList: async () => EMPTY_TOKEN_LIST,
        },
      ],
    ]),
    fillDocuments: documentFiller(
      documents({
        fetch,
        gateways,
        httpHosts: [host.host],
        memory: over.memory,
        ...(over.keepFailureMs === undefined ? {} : { keepFailureMs: over.keepFailureMs }),
      }),
      over.memory,
    ),
  });
}

/** Returns a function that reads the holdings of a wallet that has one NFT for each of `paths`. */
function holdingsOf(paths: string[], over: Parameters<typeof sourceOf>[1] = {}) {
  const source = sourceOf(paths, over);
  return async (budgetMs = 60_000, signal = AbortSignal.timeout(120_000)) => {
    // 750 ms of the deadline are reserved for writing the response.
    const holdings = await source.getHoldings(101, OWNER, {
      parseMetadataUri: true,
      scope: scopeOf(signal, performance.now() + budgetMs + 750),
    });
    const byName = [...holdings.nfts].sort((a, b) => Number(a.name.slice(5)) - Number(b.name.slice(5)));
    return {
      holdings,
      items: byName.map(({ image, warnings, metadata }) => ({
        image,
        warnings,
        uriData: metadata.data.uriData,
      })),
    };
  };
}
const only = async (path: string) => (await holdingsOf([path])()).items[0];

describe('a document', () => {
  it('accepts a document served as text/plain', async () => {
    expect(await only('/plain')).toEqual({
      image: 'https://pictures.example/plain.png',
      warnings: [],
      uriData: { name: 'Plain', image: 'https://pictures.example/plain.png' },
    });
  });
  it('accepts a document with a BOM, and resolves its relative image against its URL', async () => {
    expect(await only('/bom')).toMatchObject({ image: `${host.origin}/bom.png`, uriData: { name: 'Bom' } });
  });
  it('accepts a JSON document with thousands of attributes', async () =>
    expect((await only('/attributes'))?.uriData).toMatchObject({ name: 'Many' }));
  it('accepts a document that is served after a redirect', async () =>
    expect((await only('/redirect'))?.uriData).toMatchObject({ name: 'Plain' }));
  it('accepts a document behind a redirect whose Location is UTF-8', async () =>
    expect((await only('/utf8-redirect'))?.uriData).toEqual({ name: 'Named' }));
  it('accepts a JSON document that is served as an image', async () => {
    expect(await only('/json-as-png')).toEqual({
      image: `${host.origin}/a.png`,
      warnings: [],
      uriData: { name: 'As PNG', image: 'a.png' },
    });
    expect(await only('/json-as-svg')).toEqual({ image: '', warnings: [], uriData: { name: 'As SVG' } });
  });
  it.each([
    ['/coded-utf8', 'Coded UTF-8'],
    ['/coded-aws', 'Coded aws-chunked'],
  ])('accepts the document %s, whose Content-Encoding is not a compression', async (path, name) =>
    expect((await only(path))?.uriData).toEqual({ name }),
  );

  it.each([
    ['/html', 'document-invalid'],
    ['/array', 'document-invalid'],
    ['/array-as-png', 'document-invalid'],
    ['/string', 'document-invalid'],
    ['/cut', 'document-invalid'],
    ['/deep', 'document-invalid'],
    ['/infinite', 'document-invalid'],
    ['/empties', 'document-too-large'],
    ['/many-values', 'document-too-large'],
    ['/large', 'document-unreachable'],
    ['/404', 'document-unreachable'],
    ['/500', 'document-unreachable'],
    ['javascript:alert(1)', 'document-uri-unusable'],
    ['http://169.254.169.254/latest/meta-data', 'document-unreachable'],
    ['http://[::1]/', 'document-unreachable'],
  ])('reports no document for %s and adds the warning %s', async (path, warning) => {
    const { holdings, items } = await holdingsOf([path])();
    expect(holdings.nfts).toHaveLength(1);
    expect(items).toEqual([{ image: '', warnings: [warning], uriData: undefined }]);
  });

  it('reports no document for a hanging host and adds the warning document-unreachable', async () => {
    const { items } = await holdingsOf(['/hang'], { firstByteMs: 100 })();
    expect(items).toEqual([{ image: '', warnings: ['document-unreachable'], uriData: undefined }]);
  });

  it('omits a document that does not fit in memory, and releases the memory reserved for it', async () => {
    const memory = new ByteBudget(400);
    const { holdings, items } = await holdingsOf(['/plain', '/bom', '/number'], { memory })();
    expect(holdings.nfts).toHaveLength(3);
    const read = items.filter(({ uriData }) => uriData !== undefined);
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThan(3);
    for (const { uriData, warnings } of items)
      expect(warnings).toEqual(uriData === undefined ? ['document-too-large'] : []);
    expect(memory.held).toBe(0);
  });

  it('uses a document that is itself an image as the image of its item', async () => {
    expect(await only('/picture')).toEqual({
      image: `${host.origin}/picture`,
      warnings: ['document-invalid'],
      uriData: undefined,
    });
  });
  it('reads a document from a data URI without a request', async () => {
    const item = await only(
      `data:application/json;base64,${Buffer.from('{"name":"Inline","image":"data:image/png;base64,AAAA"}').toString('base64')}`,
    );
    expect(item).toMatchObject({ image: 'data:image/png;base64,AAAA', uriData: { name: 'Inline' } });
    expect(host.requests).toHaveLength(0);
  });
  it('returns a document with prototype keys unchanged, without changing any prototype', async () => {
    const item = await only('/proto');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(writeJson(item?.uriData)).toBe(
      '{"name":"Proto","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    );
  });
  it('keeps all digits of the integers in a JSON document', async () =>
    expect((await only('/exact'))?.uriData).toEqual({ name: 'Exact', edition: 9007199254740993n }));
  it('uses the first image file of a document, or no image, if the document’s image is unusable', async () => {
    expect((await only('/no-image'))?.image).toBe(`${host.origin}/0.png`);
    expect(await only('/number')).toMatchObject({ image: '', warnings: [], uriData: { name: 'Number' } });
  });
});

describe('gateways', () => {
  it('tries IPFS gateways in order, even if the URL names an unreachable gateway', async () => {
    const gone = 'http://127.0.0.1:9';
    const items = (
      await holdingsOf(
        [
          `ipfs://${CID}/1.json`,
          `${gone}/ipfs/${CID}/1.json`,
          `https://cloudflare-ipfs.com/ipfs/${CID}/1.json`,
        ],
        { gateways: [gone, host.origin] },
      )()
    ).items;
    for (const item of items) expect(item?.uriData).toMatchObject({ name: 'Content' });
    expect(items[0]?.image).toBe(`${host.origin}/ipfs/${CID}/1.png`);
    // All three URIs have the same content address, and name gateways.
    expect(host.countOf(`/ipfs/${CID}/1.json`)).toBe(1);
  });

  it('does not answer for an IPFS document with what another host sent under its path', async () => {
    const forged = { name: 'Forged', image: 'https://forged.example/1.png' };
    const other = await staticHost((_, response) => json(response, forged));
    open.push(other.close);
    const uris = [`${other.origin}/ipfs/${CID}/1.json`, `ipfs://${CID}/1.json`];
    const read = holdingsOf(uris, { exempt: [other.host] });
    // The second listing is answered from the cache.
    for (const { items } of [await read(), await read()]) {
      expect(items.map(({ uriData }) => uriData?.name)).toEqual(['Forged', 'Content']);
      expect(items[1]?.image).toBe(`${host.origin}/ipfs/${CID}/1.png`);
    }
    expect([other.requests.length, host.countOf(`/ipfs/${CID}/1.json`)]).toEqual([1, 1]);
  });
});

describe('many items', () => {
  it('fetches a document that many items share only once', async () => {
    const read = holdingsOf(Array.from({ length: 300 }, () => '/plain'));
    const { items } = await read();
    expect(items.every(({ uriData }) => uriData?.name === 'Plain')).toBe(true);
    await Promise.all([read(), read()]);
    expect(host.countOf('/plain')).toBe(1);
  });

  it('caches a failure to fetch a document for `keepFailureMs`', async () => {
    const read = holdingsOf(['/404'], { keepFailureMs: 60_000 });
    await read();
    await read();
    expect(host.countOf('/404')).toBe(1);
  });

  it('fetches a document again once its cached failure has expired', async () => {
    const read = holdingsOf(['/404'], { keepFailureMs: 1 });
    await read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await read();
    expect(host.countOf('/404')).toBe(2);
  });

  it('warns about a document that does not arrive in time, and returns the document in the next call', async () => {
    const sent = gate();
    answers['/late'] = (response) => void sent.opened.then(() => json(response, { name: 'Late' }));
    const read = holdingsOf(['/plain', '/late']);
    const namesOf = ({ items }: Awaited<ReturnType<typeof read>>) =>
      items.map(({ uriData }) => uriData?.name);
    await until('the other document is cached', async () => namesOf(await read(50))[0] === 'Plain');
    const first = await read(50);
    expect(first.holdings.warnings).toEqual(['documents-late']);
    expect(first.items.map(({ warnings }) => warnings)).toEqual([[], ['document-late']]);
    sent.open();
    await until('both are returned', async () => namesOf(await read(50)).join() === 'Plain,Late');
    expect(host.countOf('/late')).toBe(1);
  });

  it('returns the holdings before the deadline even if no document host responds', async () => {
    const read = holdingsOf(Array<string>(60).fill('/hang'));
    const deadline = new AbortController();
    const { items } = await read(1_500, deadline.signal);
    expect(items.map(({ warnings }) => warnings)).toEqual(Array(60).fill(['document-late']));
    // Only the budget has ended the read: the deadline never comes.
    expect(deadline.signal.aborted).toBe(false);
  });

  it('returns the holdings when all document hosts have failed, without waiting for the budget', async () => {
    const read = holdingsOf(Array.from({ length: 60 }, (_, i) => `http://127.0.0.1:9/${i}`));
    const { items } = await read(60_000);
    expect(items.map(({ warnings }) => warnings)).toEqual(Array(60).fill(['document-unreachable']));
  });

  it('starts no further fetches of documents after the caller disconnects', async () => {
    const read = holdingsOf(['/hang']);
    const gone = new AbortController();
    const listed = read(60_000, gone.signal).then(
      (): Partial<ExtendedHoldings> & { reason?: string } => ({}),
      (error: { reason: string }) => error,
    );
    await until('the document is requested', () => host.requests.length === 1);
    gone.abort();
    expect((await listed).reason).toBe('deadline-exceeded');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(host.requests).toHaveLength(1);
  });
});

describe('a shared read', () => {
  /** Creates a document reader whose fetches the test answers. */
  function harness(options: Partial<DocumentsOptions> = {}) {
    const fetches: { signal: AbortSignal; answer: (text: string) => void }[] = [];
    const fetch = (url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        fetches.push({
          signal,
          answer: (text) => resolve({ url, contentType: 'application/json', body: Buffer.from(text) }),
        });
      });
    const made = documents({ fetch: fetch as never, gateways: { ipfs: [], arweave: [] }, ...options });
    return {
      fetches,
      read: () => made.read('https://a.example/1'),
      known: () => made.known('https://a.example/1'),
    };
  }

  it('a shared read of a document continues while one reader waits', async () => {
    const { fetches, read, known } = harness();
    const [one, two] = [read(), read()];
    one.leave(false);
    one.leave(false);
    await new Promise(setImmediate);
    expect(fetches.map(({ signal }) => signal.aborted)).toEqual([false]);
    fetches[0]?.answer('{"name":"One"}');
    expect(await two.document).toMatchObject({ uriData: { name: 'One' } });
    expect(known()).toMatchObject({ uriData: { name: 'One' } });
  });

  it('a shared read of a document is aborted and not cached when no reader is left', async () => {
    const { fetches, read, known } = harness();
    const [one, two] = [read(), read()];
    one.leave(false);
    two.leave(false);
    await new Promise(setImmediate);
    expect(fetches.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(known()).toBeUndefined();
    read();
    expect(fetches).toHaveLength(2);
  });

  it('a shared read of a document continues in the background for a reader that leaves with `keep`', async () => {
    const { fetches, read, known } = harness();
    const one = read();
    one.leave(true);
    await new Promise(setImmediate);
    expect(fetches[0]?.signal.aborted).toBe(false);
    fetches[0]?.answer('{"name":"Kept"}');
    await new Promise(setImmediate);
    expect(known()).toMatchObject({ uriData: { name: 'Kept' } });
  });

  it('a background read of a document ends after `backgroundMs` if the host hangs', async () => {
    const { fetches, read, known } = harness({ backgroundMs: 20 });
    read().leave(true);
    await until('the read is aborted', () => fetches[0]?.signal.aborted === true);
    expect(known()).toBeUndefined();
    const waiting = read();
    read().leave(true);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(fetches[1]?.signal.aborted).toBe(false);
    fetches[1]?.answer('{"name":"Waited for"}');
    expect(await waiting.document).toMatchObject({ uriData: { name: 'Waited for' } });
  });
});

describe('memory', () => {
  const LONG = Buffer.from(`{"name":"long","pad":"${'x'.repeat(300_000)}"}`);

  it('reserves memory for a long document while it arrives, and does not cache a failure due to lack of memory', async () => {
    const memory = new ByteBudget(16 * 1024 * 1024, 5);
    answers['/long'] = (response) => response.end(LONG);
    answers['/endless'] = (response) => void response.write(LONG);
    const gone = new AbortController();
    const endless = holdingsOf(['/endless'], { memory })(60_000, gone.signal).catch(() => undefined);
    await until('the received bytes are counted', () => memory.held >= LONG.length);
    gone.abort();
    await endless;
    await until('the memory is released', () => memory.held === 0);
    const read = holdingsOf(['/long'], { memory });
    memory.add(16 * 1024 * 1024);
    expect((await read()).items[0]?.warnings).toEqual(['document-too-large']);
    memory.give(16 * 1024 * 1024);
    expect((await read()).items[0]?.uriData).toMatchObject({ name: 'long' });
    expect(host.countOf('/long')).toBe(2);
    expect(memory.held).toBe(0);
  });
});

describe('an NFT whose image a DAS endpoint has returned', () => {
  const image = 'https://cdn.example/leaf.png';
  const leaf = scriptedNft('leaf');
  const uri = 'https://documents.example/leaf.json';
  const nft = { ...leaf, image, metadata: { ...leaf.metadata, data: { ...leaf.metadata.data, uri } } };

  it('with parseMetadataUri, the document is fetched, and the image from the DAS endpoint is kept if the fetch fails', async () => {
    const read: string[] = [];
    const documents: Documents = {
      known: () => undefined,
      hostOf: () => 'documents.example',
      read: (each) => {
        read.push(each);
        return {
          document: Promise.resolve(failedDocument('document-unreachable')),
          leave: () => undefined,
        };
      },
    };
    const fill = documentFiller(documents);
    const options = { signal: AbortSignal.timeout(120_000), budgetMs: 60_000 };
    const { nfts } = await fill({ nfts: [nft], tokens: [], tokenUris: new Map() }, options);
    expect(read).toEqual([uri]);
    expect(nfts).toMatchObject([{ image, warnings: ['document-unreachable'] }]);
  });
});

/** Counts the turns of the event loop while `work` runs. */
async function eventLoopTurns(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0;
  const beat = () => {
    rounds += 1;
    next = setImmediate(beat);
  };
  let next = setImmediate(beat);
  try {
    await work();
  } finally {
    clearImmediate(next);
  }
  return rounds;
}

describe('large documents that arrive together', () => {
  it('parses only one large document per turn of the event loop if several arrive together', async () => {
    const fetch = Object.assign(() => Promise.reject(new Error('nothing is fetched')), {
      close: async () => undefined,
    });
    const { read } = documents({ fetch: fetch as never, gateways: { ipfs: [], arweave: [] } });
    const uris = Array.from(
      { length: 20 },
      (_, i) => `data:application/json,{"name":"${i}","pad":"${'x'.repeat(40_000)}"}`,
    );
    const names: unknown[] = [];
    const rounds = await eventLoopTurns(() =>
      Promise.all(uris.map((uri) => read(uri).document.then(({ uriData }) => names.push(uriData?.name)))),
    );
    expect(names).toEqual(uris.map((_, i) => `${i}`));
    expect(rounds).toBeGreaterThanOrEqual(19);
  });

  it('fetches large documents with limited concurrency', async () => {
    let begun = 0;
    const silent: Documents = {
      known: () => undefined,
      hostOf: (uri) => new URL(uri).host,
      read: () => {
        begun += 1;
        return { document: new Promise(() => undefined), leave: () => undefined };
      },
    };
    const wallet = nftWallet(OWNER, 3_000, (i) => `https://${i % 2 ? 'one' : 'two'}.example/${i}`);
    const source = solanaSource({
      chains: new Map([
        [
          101,
          {
            transport: localTransport(sampleNode(snapshotOf(1, wallet))),
            tokenList: async () => EMPTY_TOKEN_LIST,
          },
        ],
      ]),
      fillDocuments: documentFiller(silent),
    });
    const gone = new AbortController();
    const read = source.getHoldings(101, OWNER, { parseMetadataUri: true, scope: scopeOf(gone.signal) });
    await until('the limit is reached', () => begun >= 192);
    gone.abort();
    await expect(read).rejects.toMatchObject({ reason: 'deadline-exceeded' });
    expect(begun).toBe(192);
  });
});
