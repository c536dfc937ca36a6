import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeAddress } from '@/lib/solana/address/address';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import {
  MPL_CORE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '@/lib/solana/programs';
import { SAMPLE_BIG_WALLET, SAMPLE_SHOWCASE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import {
  encodeExtended,
  encodeInlineMetadata,
  encodeMetadataPointer,
  encodeMint,
  encodeTokenMetadata,
} from '@/lib/testing/solana/encode-token-accounts';
import { account, addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests `/api/collections` and `/api/traits` over HTTP. Requires built pages; `npm test` builds them first.

const HARBOR_LIGHTS = sampleAddress('mint collection harbor lights');
const AUTHORITY = addressOf('authority');
const MINT = encodeMint({ supply: 1n, decimals: 0, authority: AUTHORITY });

const metadata = (mint: string, name: string, uri: string) =>
  encodeTokenMetadata({ updateAuthority: AUTHORITY, mint, name, symbol: '', uri, tokenStandard: 0 });

/** Creates the mint and the metadata account of a collection. */
function ofMetaplex(label: string, name: string, uri: string, said = addressOf(label)): SnapshotAccount[] {
  const mint = addressOf(label);
  return [
    account(mint, TOKEN_PROGRAM, MINT),
    account(metadataAddressOf(mint) ?? '', TOKEN_METADATA_PROGRAM, metadata(said, name, uri)),
  ];
}

function ofToken2022(label: string, name: string): SnapshotAccount {
  const mint = addressOf(label);
  const inline = encodeInlineMetadata({ updateAuthority: AUTHORITY, mint, name, symbol: '', uri: '' });
  const extensions = [
    { type: 18, value: encodeMetadataPointer(mint) },
    { type: 19, value: inline },
  ];
  return account(mint, TOKEN_2022_PROGRAM, encodeExtended(MINT, 1, extensions));
}

/** Creates a `CollectionV1` account of MPL Core: key 5, update authority, name, URI, two counts. */
function ofCore(label: string, name: string, uri: string): SnapshotAccount {
  const text = (value: string) => {
    const bytes = Buffer.from(value);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return [length, bytes];
  };
  const key = decodeAddress(AUTHORITY) ?? new Uint8Array(32);
  const data = Buffer.concat([Buffer.of(5), key, ...text(name), ...text(uri), Buffer.alloc(8)]);
  return account(addressOf(label), MPL_CORE_PROGRAM, data);
}

describe.skipIf(!existsSync('.next/BUILD_ID'))('the endpoints of collections', () => {
  let host: StaticHost;
  let node: TestNode;
  let service: Running;

  beforeAll(async () => {
    host = await staticHost((path, response) => {
      response.writeHead(200).end(JSON.stringify({ image: `https://images.example${path}.png` }));
    });
    node = await testNode(
      sampleNode(
        snapshotOf(1, [
          ...ofMetaplex('plain', 'Plain', `${host.origin}/plain`),
          ...ofMetaplex('unseen', `\u202eUp${'x'.repeat(20)}\u0000`, 'javascript:alert(1)'),
          ...ofMetaplex('spoof', 'Spoof', `${host.origin}/spoof`, addressOf('plain')),
          ofToken2022('inline', 'Inline'),
          ofCore('core', 'Core', `${host.origin}/core`),
          account(addressOf('wallet'), SYSTEM_PROGRAM, new Uint8Array()),
        ]),
      ),
    );
    service = await startService({
      DASHBOARD: 'on',
      SOLANA_RPC_URL_102: node.url,
      METADATA_ALLOW_HOSTS: host.host,
    });
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await node?.close();
    await host?.close();
  });

  const ask = (of: string, headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' }) =>
    fetch(`${service.base}/api/collections?chain=102&of=${of}`, { headers });
  const told = async (...labels: string[]) => {
    const text = await (await ask(labels.map(addressOf).join(','))).text();
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as { collection: string; name: string; picture?: string });
  };

  it('/api/collections returns the names and images of visible collections with one call to the node and reads no documents', async () => {
    const calls = node.calls.length;
    const lines = await told('plain', 'inline', 'core', 'wallet', 'nobody');
    const methods = node.calls.slice(calls).map(({ method }) => method);
    // The chain's finality is read once for all requests.
    expect(methods.filter((method) => method !== 'getAgGenesisCert')).toEqual(['getMultipleAccounts']);
    // Each image must be a signed path on this server, never the image's or the document's own URL.
    const picture = expect.stringMatching(/^\/picture\/[\w-]{22}\/[\w-]+$/);
    expect(lines).toEqual([
      { collection: addressOf('plain'), name: 'Plain', picture },
      { collection: addressOf('inline'), name: 'Inline' },
      { collection: addressOf('core'), name: 'Core', picture },
    ]);
    expect(host.requests).toHaveLength(0);
  });

  it('/api/collections omits forged collections, and removes characters that hide from names', async () => {
    expect(await told('spoof')).toEqual([]);
    const [unseen] = await told('unseen');
    expect(unseen).toMatchObject({ collection: addressOf('unseen'), name: `Up${'x'.repeat(20)}` });
  });

  it('requests for visible collections are limited in number and accepted only from the page', async () => {
    const many = Array.from({ length: 21 }, (_, i) => addressOf(`many ${i}`)).join(',');
    expect((await ask(many)).status).toBe(400);
    for (const of of ['', '0OIl', `${addressOf('plain')},`, 'x'.repeat(5_000)])
      expect((await ask(of)).status).toBe(400);
    expect((await ask(addressOf('plain'), { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  });

  it('the list of visible collections is empty if the node fails to return them', async () => {
    node.fault = () => ({ rpcError: { code: -32601, message: 'no such method' } });
    expect(await told('plain')).toEqual([]);
    node.fault = undefined;
  });

  const askTraits = (
    owner: string,
    query: string,
    headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' },
  ) => fetch(`${service.base}/api/traits/${owner}?chain=104${query}`, { headers });

  it('/api/traits returns the traits of every item of the collection, and no traits of other items', async () => {
    const response = await askTraits(SAMPLE_SHOWCASE_WALLET, `&collection=${HARBOR_LIGHTS}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { items, isComplete } = await response.json();
    expect(isComplete).toBe(true);
    expect(items.map(({ address }: { address: string }) => address).sort()).toEqual(
      Array.from({ length: 24 }, (_, index) => sampleAddress(`account harbor lights ${index + 1}`)).sort(),
    );
    for (const { traits } of items)
      expect(traits.map(({ trait }: { trait: string }) => trait)).toEqual([
        'Sky',
        'Lantern',
        'Tide',
        'Weather',
        'Keeper',
      ]);
  });

  it('/api/traits returns at most 5,000 items of a collection', async () => {
    const collection = sampleAddress('mint collection tidepools');
    let isComplete = false;
    let items: unknown[] = [];
    while (!isComplete)
      ({ items, isComplete } = await (
        await askTraits(SAMPLE_BIG_WALLET, `&collection=${collection}`)
      ).json());
    expect(items).toHaveLength(5_000);
  });

  it('/api/traits returns no items for a collection that the account does not hold', async () => {
    const response = await askTraits(SAMPLE_SHOWCASE_WALLET, `&collection=${sampleAddress('no collection')}`);
    expect(await response.json()).toEqual({ items: [], isComplete: true });
  });

  it('/api/traits rejects a request from another origin, without a collection or for an unsupported chain', async () => {
    const query = `&collection=${HARBOR_LIGHTS}`;
    const other = await askTraits(SAMPLE_SHOWCASE_WALLET, query, { 'Sec-Fetch-Site': 'cross-site' });
    expect(other.status).toBe(403);
    expect((await askTraits(SAMPLE_SHOWCASE_WALLET, '')).status).toBe(400);
    expect((await askTraits('name.sol', query)).status).toBe(400);
    const unserved = await fetch(`${service.base}/api/traits/${SAMPLE_SHOWCASE_WALLET}?chain=999${query}`, {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(unserved.status).toBe(400);
  });
});
