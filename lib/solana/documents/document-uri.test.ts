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

  const key = (uri: string) => {
    const found = locate(uri, GATEWAYS);
    return found?.kind === 'web' ? found.contentKey : undefined;
  };

  it('document URIs with the same content address have the same content key', () => {
    expect(key(`ipfs://${CID0}/1`)).toBe(`ipfs:${CID0}/1`);
    expect(key(`https://one.example/ipfs/${CID0}/1`)).toBe(`ipfs:${CID0}/1`);
    expect(key(`https://cloudflare-ipfs.com/ipfs/${CID0}/1`)).toBe(`ipfs:${CID0}/1`);
    expect(key(`ipfs://${CID0}/a b`)).toBe(key(`ipfs://${CID0}/a%20b`));
    expect(key(`ar://${TX}`)).toBe(`ar:${TX}`);
    expect(key(`https://arweave.net/${TX}`)).toBe(`ar:${TX}`);
  });

  it.each([
    'https://example.com/1',
    `https://other.example/ipfs/${CID1}/7.json`,
    `https://${CID1}.ipfs.other.example/7.json`,
    `http://one.example/ipfs/${CID1}/7.json`,
    `https://one.example:8443/ipfs/${CID1}/7.json`,
    `https://one.example.attacker.example/ipfs/${CID1}/7.json`,
    `https://user@one.example/ipfs/${CID1}/7.json`,
  ])('a document at %s, which is not on a gateway, has no content key', (uri) =>
    expect(key(uri)).toBeUndefined(),
  );

  // One CID in five bases, encoded with the package `multiformats`.
  const SAME = 'bafybeiby2qiimg2mor2muzqbgqsdxijdg5d2gusqosdektnxdwiu5jkbly';
  it.each([
    SAME,
    'BAFYBEIBY2QIIMG2MOR2MUZQBGQSDXIJDG5D2GUSQOSDEKTNXDWIU5JKBLY',
    'f0170122038d410861b4c7474ca660134243ba1233747a352507486454db71d914ea5415e',
    'F0170122038D410861B4C7474CA660134243BA1233747A352507486454DB71D914EA5415E',
    'k2jmtxss3m6flm0l4djtxv3pfgkcr7jua630o4f8p23quguzoqi991lq',
    'K2JMTXSS3M6FLM0L4DJTXV3PFGKCR7JUA630O4F8P23QUGUZOQI991LQ',
    'zdj7WZFjThNLwtr9ry7EVg7eqRzNbzmVwmQUKP4VhzmA6Gjau',
  ])('locates the CID %s by its canonical form', (cid) => {
    expect(urls(`ipfs://${cid}/7.json`)).toEqual(through(`${SAME}/7.json`));
    expect(urls(cid)).toEqual(through(SAME));
    expect(key(`ipfs://${cid}/7.json`)).toBe(`ipfs:${SAME}/7.json`);
  });

  it.each([
    ['a letter is missing', SAME.slice(0, -1)],
    ['its version is 2', `f02701220${'ab'.repeat(32)}`],
    ['its digest is shorter than it states', `f01701220${'ab'.repeat(31)}`],
    ['its digest has 19 bytes, less than gateways accept', `f01701213${'ab'.repeat(19)}`],
    ['the base is unknown', `x${SAME.slice(1)}`],
    ['it is longer than any CID', `f${'0'.repeat(300)}`],
  ])('rejects a CID if %s', (_, cid) => expect(urls(`ipfs://${cid}/7.json`)).toBeUndefined());

  it.each([
    ['Moth #7.json', 'Moth%20%237.json'],
    ['Lamp#31.json', 'Lamp%2331.json'],
    ['20% grey.json', '20%25%20grey.json'],
    ['100%', '100%25'],
    ['Moth%20%238.json', 'Moth%20%238.json'],
    ['a\\b.json', 'a%5Cb.json'],
    ['é.json', '%C3%A9.json'],
    ['1.json?name=a b#c', '1.json?name=a%20b%23c'],
    ['a/../1.json', '1.json'],
    ['a%2Fb.json', 'a%2Fb.json'],
  ])('encodes the file name %s once, as %s', (name, encoded) => {
    expect(urls(`ipfs://${CID0}/${name}`)).toEqual(through(`${CID0}/${encoded}`));
    expect(urls(`ar://${TX}/${name}`)).toEqual([`https://ar.example/${TX}/${encoded}`]);
  });
  it('drops a fragment that follows a CID or transaction id', () => {
    expect(urls(`ipfs://${CID0}#1`)).toEqual(through(CID0));
    expect(urls(`ar://${TX}#1`)).toEqual([`https://ar.example/${TX}`]);
  });

  it.each([
    '..',
    '../../secret',
    `../../x/${CID0}`,
    `../${CID0}/1.json`,
    `a//../../../x/${CID0}`,
    `..\\..\\x/${CID0}`,
    `%2e%2E/%2e./x/${CID0}`,
    `..%2f..%2Fx/${CID0}`,
    `..%5c..%5Cx/${CID0}`,
  ])('rejects the path %s, which leads out of the content', (path) => {
    expect(urls(`ipfs://${CID0}/${path}`)).toBeUndefined();
    expect(urls(`ar://${TX}/${path}`)).toBeUndefined();
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
  const resolve = (image: unknown, base?: string) => resolveImage(image, base, GATEWAYS, ['localhost:8080']);
  it.each<[unknown, string | undefined, string | undefined]>([
    ['https://example.com/a.png', undefined, 'https://example.com/a.png'],
    ['http://example.com/a.png', undefined, 'https://example.com/a.png'],
    ['http://localhost:8080/a.png', undefined, 'http://localhost:8080/a.png'],
    [`ipfs://${CID0}/a.png`, undefined, `https://one.example/ipfs/${CID0}/a.png`],
    [`ipfs://${CID0}/Moth #7.png`, undefined, `https://one.example/ipfs/${CID0}/Moth%20%237.png`],
    [`ipfs://${CID0}/../../x/${CID0}`, undefined, undefined],
    [`https://other.example/ipfs/${CID0}/a.png`, undefined, `https://other.example/ipfs/${CID0}/a.png`],
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
