// Runs a Solana node with hostile wallets of every type, and the host of their documents and images. This is a separate
// process, so that its CPU and memory do not count as the service's. It sends its URLs to the parent process.
import sharp from 'sharp';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { testNode } from '@/lib/testing/nodes/test-node';
import { staticHost } from '@/lib/testing/servers/static-host';
import { hostileWallet } from '@/lib/testing/solana/hostile-wallet';
import { nftWallet } from '@/lib/testing/solana/solana-wallet';
import { HOSTILE_OWNERS, type HostileServers } from './hostile-owners';

/** A document of 1 MB that becomes 20 times as large when parsed. */
const BOMB = `[${'{},'.repeat(333_000)}0]`;
const NESTED = `<!---->`.repeat(4_000).concat('x');
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(20_000)}`;
const noise = await sharp({
  create: {
    width: 4_000,
    height: 4_000,
    channels: 3,
    background: '#000',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
})
  .jpeg({ quality: 60 })
  .toBuffer();

const host = await staticHost((path, response) => {
  const send = (type: string, body: Buffer | string) =>
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
  const number = Number(/\d+/.exec(path)?.[0] ?? 0);
  if (path.startsWith('/bomb')) send('application/json', BOMB);
  else if (path.startsWith('/slashes'))
    send('application/json', JSON.stringify({ image: `ar:${'/'.repeat(60_000)}\nx` }));
  else if (path.startsWith('/image')) send('image/jpeg', noise);
  else if (path.startsWith('/nested')) send('image/svg+xml', NESTED);
  else if (path.startsWith('/svg')) send('image/svg+xml', SVG);
  // Never respond.
  else if (path.startsWith('/hang')) return;
  else {
    const image = ['image', 'nested', 'svg', 'hang'][number % 4];
    send('application/json', JSON.stringify({ name: path, image: `${host.origin}/${image}/${number}` }));
  }
});

const uriOf = {
  bombs: (i: number) => `${host.origin}/bomb/${i}`,
  slashes: (i: number) => (i % 2 === 0 ? `ar:${'/'.repeat(150)}\nx` : `${host.origin}/slashes/${i}`),
  images: (i: number) => `${host.origin}/document/${i}`,
  hangs: (i: number) => `${host.origin}/hang/${i}`,
};
const node = await testNode(
  sampleNode(
    snapshotOf(1_000, [
      ...nftWallet(HOSTILE_OWNERS.bombs, 400, uriOf.bombs),
      ...nftWallet(HOSTILE_OWNERS.slashes, 200, uriOf.slashes),
      ...nftWallet(HOSTILE_OWNERS.images, 200, uriOf.images),
      ...nftWallet(HOSTILE_OWNERS.hangs, 600, uriOf.hangs),
      ...hostileWallet(HOSTILE_OWNERS.words, `${host.origin}/document/1`),
      ...HOSTILE_OWNERS.large.flatMap((owner) => nftWallet(owner, 5_000)),
    ]),
  ),
  20,
);
// Discard the recorded requests: in twenty minutes they would fill the memory.
setInterval(() => {
  host.requests.length = 0;
  node.calls.length = 0;
}, 1_000).unref();
const servers: HostileServers = { nodeUrl: node.url, host: host.host };
process.send?.(servers);
process.on('disconnect', () => process.exit());
