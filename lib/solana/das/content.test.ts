import { describe, expect, it } from 'vitest';
import { contentOf } from './content';

const ON_CHAIN = {
  name: 'Name',
  symbol: 'SYM',
  uri: ' https://a.example/1.json ',
  tokenStandard: 'NonFungible',
};
const filesOf = (document: Record<string, unknown>) => contentOf(ON_CHAIN, document).files;

describe('the content of an asset', () => {
  it('the content of an asset that has no document contains only the on-chain fields', () => {
    expect(contentOf(ON_CHAIN)).toEqual({
      $schema: 'https://schema.metaplex.com/nft1.0.json',
      json_uri: 'https://a.example/1.json',
      files: [],
      metadata: { name: 'Name', symbol: 'SYM', token_standard: 'NonFungible' },
      links: {},
    });
  });

  it('the content of an asset includes the description, attributes and links of its document unchanged', () => {
    const attributes = [{ trait_type: 'Weather', value: 0 }];
    const document = {
      description: 'Text',
      attributes,
      image: 'ipfs://a/1.png',
      external_url: 'https://a.example',
    };
    expect(contentOf(ON_CHAIN, document)).toMatchObject({
      metadata: { description: 'Text', attributes },
      links: { image: 'ipfs://a/1.png', external_url: 'https://a.example' },
      files: [{ uri: 'ipfs://a/1.png', mime: 'image/png' }],
    });
  });

  it('the content of an asset lists each file once, and the image first', () => {
    const files = [{ uri: 'b.mp4', type: 'video/mp4' }, { uri: 'a.png', type: 'image/x' }, { uri: 'b.mp4' }];
    expect(filesOf({ image: 'a.png', animation_url: 'b.mp4', properties: { files } })).toEqual([
      { uri: 'a.png', mime: 'image/x' },
      { uri: 'b.mp4', mime: 'video/mp4' },
    ]);
  });

  it('reads nonstandard file entries of a document, and ignores unusable entries', () => {
    const files = [{ url: 'c.webp', type: 5 }, 'd.GIF?x=1', 'e', { type: 'image/png' }, null, 7];
    expect(filesOf({ properties: { files } })).toEqual([
      { uri: 'c.webp', mime: 'image/webp' },
      { uri: 'd.GIF?x=1', mime: 'image/gif' },
      { uri: 'e' },
    ]);
  });

  it.each([
    { attributes: { a: 1 } },
    { attributes: null, description: 5, image: {}, animation_url: 7, properties: [] },
    { properties: { files: 'a' }, image: '' },
  ])('omits document fields that have an unexpected type: %j', (document) => {
    const content = contentOf(ON_CHAIN, document);
    expect([content.files, content.links, content.metadata.attributes]).toEqual([[], {}, undefined]);
  });
});
