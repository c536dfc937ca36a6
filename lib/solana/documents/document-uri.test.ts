import { describe, expect, it } from 'vitest';
import { imagesOf, locate, resolveImage } from './document-uri';

const GATEWAYS = {
  ipfs: ['https://one.example', 'https://two.example/ipfs/'],
  arweave: ['https://ar.example'],
};
const CID0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWPbdG1';
const CID1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
const TX = 'HzOnfNMWQBHT9v0DW8Er9YFwdiGJX4-uK9RSYAR8fxE';
const urls = (uri: string) => {
  const found = locate(uri, GATEWAYS);
  return found?.kind === 'web' ? found.urls : found;
};
const through = (path: string) => [`https://one.example/ipfs/${path}`, `https://two.example/ipfs/${path}`];

describe('locate', () => {
  it.each([
    [`ipfs://${CID0}`, through(CID0)],
    [`ipfs://${CID1}/1.json`, through(`${CID1}/1.json`)],
    [`ipfs://ipfs/${CID0}/1.json`, through(`${CID0}/1.json`)],
    [`ipfs:/${CID0}`, through(CID0)],
    [`IPFS://${CID0}`, through(CID0)],
    [`/ipfs/${CID0}`, through(CID0)],
    [CID0, through(CID0)],
    [`${CID1}/a b.json`, through(`${CID1}/a%20b.json`)],
    [`${CID0}?ext=json`, through(`${CID0}?ext=json`)],
    [`  ipfs://${CID0}\0\0 `, through(CID0)],
    [
      `https://gateway.example/ipfs/${CID0}/1`,
      [`https://gateway.example/ipfs/${CID0}/1`, ...through(`${CID0}/1`)],
    ],
    [
      `https://${CID1}.ipfs.nftstorage.link/1.json`,
      [`https://${CID1}.ipfs.nftstorage.link/1.json`, ...through(`${CID1}/1.json`)],
    ],
    [`https://cloudflare-ipfs.com/ipfs/${CID0}`, through(CID0)],
    [`ar://${TX}`, [`https://ar.example/${TX}`]],
    [`ar://${TX}/0.json`, [`https://ar.example/${TX}/0.json`]],
    [`https://arweave.net/${TX}?ext=png`, [`https://ar.example/${TX}?ext=png`]],
    [`https://www.arweave.net/${TX}`, [`https://ar.example/${TX}`]],
    ['https://arweave.net/something-else', ['https://arweave.net/something-else']],
    ['https://example.com/1.json', ['https://example.com/1.json']],
    ['http://example.com/1.json', ['http://example.com/1.json']],
    ['//example.com/1.json', ['https://example.com/1.json']],
    ['', undefined],
    ['javascript:alert(1)', undefined],
    ['file:///etc/passwd', undefined],
    ['ftp://example.com/x', undefined],
    ['gopher://example.com', undefined],
    ['blob:https://example.com/1', undefined],
    ['not a uri', undefined],
    ['https://', undefined],
    ['ipfs://not-a-cid/1.json', undefined],
    [`ipfs://${CID0}/../../secret`, undefined],
    [`ar://${TX}/../../x`, undefined],
    ['ar://short', undefined],
    [`ar:${TX}`, [`https://ar.example/${TX}`]],
    [`AR:////${TX}`, [`https://ar.example/${TX}`]],
    ['ar:', undefined],
    ['ipfs:', undefined],
    ['ipfs://ipfs/', undefined],
    [`ipfs:ipfs/ipfs/IPFS/${CID0}`, through(CID0)],
    [`ipfs/${CID0}`, through(CID0)],
    [`//ipfs/${CID0}`, [`https://ipfs/${CID0}`]],
    [`ipfs:////${CID0}/a//b`, through(`${CID0}/a//b`)],
    [`https://example.com/${'a'.repeat(2_028)}`, [`https://example.com/${'a'.repeat(2_028)}`]],
    [`https://example.com/${'a'.repeat(2_029)}`, undefined],
    [`ipfs://${CID0}/${'a'.repeat(2_048)}`, undefined],
    [`https://example.com/1.json${'\0'.repeat(3_000)}`, ['https://example.com/1.json']],
    [`https://${'a.'.repeat(300)}com/`, undefined],
    [`ar:${'/'.repeat(60_000)}\nx`, undefined],
    [`ipfs:i${'pfs/i'.repeat(60_000)}\n`, undefined],
  ])('resolves the document URI %.60s or rejects it with a reason', (uri, expected) =>
    expect(urls(uri)).toEqual(expected),
  );

  it('document URIs with the same content address have the same content key', () => {
    const key = (uri: string) => {
      const found = locate(uri, GATEWAYS);
      return found?.kind === 'web' ? found.contentKey : undefined;
    };
    expect(key(`ipfs://${CID0}/1`)).toBe(key(`https://anywhere.example/ipfs/${CID0}/1`));
    expect(key(`ar://${TX}`)).toBe(key(`https://arweave.net/${TX}`));
    expect(key('https://example.com/1')).toBeUndefined();
  });

  it.each([
    ['data:application/json;base64,eyJhIjoxfQ==', '{"a":1}'],
    ['data:application/json,{"a":1}', '{"a":1}'],
    ['data:application/json;utf8,%7B%22a%22%3A1%7D', '{"a":1}'],
    ['data:,100%', '100%'],
  ])('decodes the data URI %s', (uri, text) => {
    const found = locate(uri, GATEWAYS);
    expect(found?.kind === 'inline' && Buffer.from(found.body).toString()).toBe(text);
  });
  it('accepts a base64 data URI with a document of 1 MiB', () => {
    const found = locate(`DATA:;base64,${Buffer.alloc(1024 * 1024).toString('base64')}`, GATEWAYS);
    expect(found?.kind === 'inline' && found.body.length).toBe(1024 * 1024);
  });
  it.each([
    ['without a body', 'data:application/json'],
    ['whose header is too long', `data:${';'.repeat(1_024)},x`],
    ['that is too long', `data:,${'x'.repeat(1.5 * 1024 * 1024)}`],
  ])('rejects the invalid data URI %s', (_, uri) => expect(locate(uri, GATEWAYS)).toBeUndefined());
});

describe('resolveImage', () => {
  const resolve = (image: unknown, base?: string) =>
    resolveImage(image, base, GATEWAYS, (host) => host === 'localhost:8080');
  it.each<[unknown, string | undefined, string | undefined]>([
    ['https://example.com/a.png', undefined, 'https://example.com/a.png'],
    ['http://example.com/a.png', undefined, 'https://example.com/a.png'],
    ['http://localhost:8080/a.png', undefined, 'http://localhost:8080/a.png'],
    [`ipfs://${CID0}/a.png`, undefined, `https://one.example/ipfs/${CID0}/a.png`],
    [`ar://${TX}`, undefined, `https://ar.example/${TX}`],
    ['a.png', 'https://example.com/meta/1.json', 'https://example.com/meta/a.png'],
    ['/a.png', 'https://example.com/meta/1.json', 'https://example.com/a.png'],
    ['../a.png', `https://one.example/ipfs/${CID0}/meta/1.json`, `https://one.example/ipfs/${CID0}/a.png`],
    ['a.png', undefined, undefined],
    ['data:image/png;base64,AAAA', undefined, 'data:image/png;base64,AAAA'],
    ['data:image/svg+xml;utf8,<svg/>', undefined, 'data:image/svg+xml;utf8,<svg/>'],
    ['data:text/html,<script>', 'https://example.com/', undefined],
    ['javascript:alert(1)', 'https://example.com/', undefined],
    ['https://user:pass@example.com/a.png', undefined, undefined],
    ['', 'https://example.com/', undefined],
    [5, 'https://example.com/', undefined],
    [{ uri: 'a.png' }, 'https://example.com/', undefined],
    [null, 'https://example.com/', undefined],
    ['a.png', 'data:application/json,{}', undefined],
    ['a.png', 'not a url', undefined],
    ['a'.repeat(512), 'https://example.com/', `https://example.com/${'a'.repeat(512)}`],
    [`/\\${'a.'.repeat(300)}com/`, 'https://example.com/', undefined],
    [`\u0001ht\ttps://${'a.'.repeat(300)}com/`, 'https://example.com/', undefined],
    ['a.png', `https://${'a.'.repeat(300)}com/`, undefined],
    [`x/${'a'.repeat(2_048)}`, 'https://example.com/', undefined],
    [`ar:${'/'.repeat(60_000)}\nx`, 'https://example.com/', undefined],
    [`data:image/${'a'.repeat(600_000)}`, 'https://example.com/', undefined],
  ])('resolves or rejects the image URI %.60j of a document at %s', (image, base, expected) =>
    expect(resolve(image, base)).toBe(expected),
  );
});

describe('imagesOf', () => {
  it.each<[string, Record<string, unknown>, unknown[]]>([
    ['image first', { image: 'a', properties: { files: [{ uri: 'b', type: 'image/png' }] } }, ['a', 'b']],
    ['files as strings', { properties: { files: ['a.png', 'b.mp4', 5, null] } }, [undefined, 'a.png']],
    ['url instead of uri', { properties: { files: [{ url: 'a', type: 'image/gif' }] } }, [undefined, 'a']],
    [
      'a type that is not a string',
      {
        properties: {
          files: [
            { uri: 'a.jpg?x', type: 5 },
            { uri: 'b', type: 5 },
          ],
        },
      },
      [undefined, 'a.jpg?x'],
    ],
    ['other media', { properties: { files: [{ uri: 'a.mp4', type: 'video/mp4' }] } }, [undefined]],
    ['files that are not a list', { properties: { files: { 0: 'a.png' } } }, [undefined]],
    ['properties that are not an object', { properties: 'x' }, [undefined]],
  ])('finds the image files that a document names: %s', (_, document, images) =>
    expect(imagesOf(document)).toEqual(images),
  );
});
