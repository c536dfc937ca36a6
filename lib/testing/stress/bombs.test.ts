import { brotliCompressSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageProcess } from '@/lib/server/images/image-process';
import { DEFAULT_GATEWAYS } from '@/lib/solana/documents/document-uri';
import { guardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { images } from '@/lib/sources/images/images';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { post, type Running, residentMegabytes, startService } from '@/lib/testing/servers/processes';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';

// Serves hostile documents and images to a real process. Each may affect only the item that links to it.

const MB = 1024 * 1024;
const json = { 'Content-Type': 'application/json' };
const large = Buffer.from(`{"name":"x","pad":"${' '.repeat(200 * MB)}"}`);
const gzipped = gzipSync(large, { level: 1 });
const brotli = brotliCompressSync(large.subarray(0, 50 * MB), { params: { 1: 1 } });

type Answer = Parameters<typeof staticHost>[0];
const DOCUMENTS: Record<string, Answer> = {
  good: (_, response) =>
    response.writeHead(200, json).end('{"name":"good","image":"https://a.example/1.png"}'),
  'bomb-gzip': (_, response) => response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(gzipped),
  'bomb-brotli': (_, response) => response.writeHead(200, { ...json, 'Content-Encoding': 'br' }).end(brotli),
  nested: (_, response) =>
    response
      .writeHead(200, { ...json, 'Content-Encoding': 'gzip, gzip, gzip' })
      .end(gzipSync(gzipSync(gzipSync(Buffer.alloc(10 * MB))))),
  'five-megabytes': (_, response) => response.writeHead(200, json).end(large.subarray(0, 5 * MB)),
  empties: (_, response) => response.writeHead(200, json).end(`{"a":[${'{},'.repeat(340_000)}{}]}`),
  deep: (_, response) => response.writeHead(200, json).end(`{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`),
  endless: (_, response) => {
    response.writeHead(200, json);
    const more = () => {
      while (!response.destroyed && response.write(large.subarray(0, 65_536)));
    };
    response.on('drain', more);
    more();
  },
  drip: (_, response) => {
    response.writeHead(200, json);
    const drip = setInterval(() => response.write(' '), 200);
    response.on('close', () => clearInterval(drip));
  },
  hang: () => {},
  'header-flood': (_, response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\n${`X-A: ${'a'.repeat(1000)}\r\n`.repeat(1000)}\r\n{}`);
  },
  html: (_, response) => response.writeHead(200, json).end('<!doctype html><script>alert(1)</script>'),
  'odd-image': (_, response) =>
    response.writeHead(200, json).end('{"name":"odd","image":{"a":1},"__proto__":{"polluted":1}}'),
};
const kinds = Object.keys(DOCUMENTS);
/** Kinds of harmless documents. All of them must be read successfully. */
const READ = new Set(['good', 'odd-image']);
const OWNER = addressOf('bombs');
const viewer = { name: 'viewer', signal: new AbortController().signal };
const COPIES = 10;

let host: StaticHost;
let node: TestNode;
let service: Running;
beforeAll(async () => {
  host = await staticHost((path, response, request) => {
    const kind = path.split('/')[1] ?? '';
    const answer = DOCUMENTS[kind];
    if (answer) answer(path, response, request);
    else if (path === '/frames.gif') response.writeHead(200).end(gifOf(30_000));
    else if (path === '/polyglot.png')
      response.writeHead(200).end(Buffer.from('GIF89a<script>alert(1)</script>'));
    else response.writeHead(404).end();
  });
  const uri = (index: number) => `${host.origin}/${kinds[index % kinds.length]}/${index}`;
  node = await testNode(sampleNode(snapshotOf(1, nftWallet(OWNER, kinds.length * COPIES, uri))));
  service = await startService({ SOLANA_RPC_URL_101: node.url, METADATA_ALLOW_HOSTS: host.host });
});
afterAll(() => Promise.all([service?.stop(), node?.close(), host?.close()]));

/** Creates a GIF of one pixel with `frames` frames. */
function gifOf(frames: number): Buffer {
  const header = Buffer.from('47494638396101000100800000ffffff000000', 'hex');
  const frame = Buffer.from('21f90400010000002c00000000010001000002024401003b', 'hex').subarray(0, -1);
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from('3b', 'hex')]);
}

describe('hostile documents', () => {
  it(`in a wallet of ${kinds.length * COPIES} items, a hostile document affects only its own item, and memory stays bounded`, async () => {
    const call = async () => {
      const response = await post(service, '/solana', {
        id: 1,
        chainId: 101,
        method: 'enhancedGetTokensAndNFTs',
        params: [OWNER, { parseMetadataUri: true, extended: true }],
      });
      const { result, error } = await response.json();
      expect(error).toBeUndefined();
      return result;
    };
    const before = residentMegabytes(service.pid);
    let peak = 0;
    const sampler = setInterval(() => {
      peak = Math.max(peak, residentMegabytes(service.pid));
    }, 20);
    const result = await call();
    clearInterval(sampler);
    expect(peak - before).toBeLessThan(200);
    expect(result.nfts).toHaveLength(kinds.length * COPIES);
    const seen = new Map<string, number>();
    for (const nft of result.nfts) {
      const kind = nft.metadata.data.uri.split('/')[3];
      expect(nft.name).toMatch(/^NFT #\d+$/);
      if (nft.metadata.data.uriData === undefined)
        expect([kind, nft.warnings]).toEqual([kind, [expect.stringMatching(/^document-/)]]);
      else {
        expect(READ.has(kind)).toBe(true);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
      if (kind === 'odd-image') expect(nft.image).toBe('');
    }
    process.stdout.write(
      `${kinds.length * COPIES} items of ${kinds.length} kinds, memory +${(peak - before).toFixed(0)} MB, read: ${JSON.stringify([...seen])}\n`,
    );
    // Slow documents can delay good ones past the deadline of a call. Later calls complete them.
    await until('all the good ones are read', async () => {
      if (seen.get('good') === COPIES) return true;
      const again = (await call()).nfts.filter(
        (nft: { metadata: { data: { uriData?: { name: string } } } }) =>
          nft.metadata.data.uriData?.name === 'good',
      );
      seen.set('good', again.length);
      return again.length === COPIES;
    });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('hostile images', () => {
  it('shows the first frame of a GIF with 30,000 frames and rejects a polyglot image', async () => {
    const decoder = imageProcess(undefined, 120_000);
    const fetcher = guardedFetch({ allowHosts: [host.host] });
    const source = images({
      fetch: fetcher,
      gateways: DEFAULT_GATEWAYS,
      thumbnail: decoder.thumbnail,
      documentImage: async () => '',
    });
    const frames = await source.image(`${host.origin}/frames.gif`, 256, viewer);
    expect(await sharp(frames.body).metadata()).toMatchObject({ format: 'webp', width: 1, height: 1 });
    expect((await sharp(frames.body).metadata()).pages ?? 1).toBe(1);
    await expect(source.image(`${host.origin}/polyglot.png`, 256, viewer)).rejects.toMatchObject({
      reason: 'undecodable',
    });
    decoder.close();
    await fetcher.close();
  });
});
