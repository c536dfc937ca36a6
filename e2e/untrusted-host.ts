// Runs a Solana node with a wallet of untrusted NFTs, and the host of their documents, images and audio files. Started
// by Playwright. Only the service may call it.
import sharp from 'sharp';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { testNode } from '@/lib/testing/nodes/test-node';
import { staticHost } from '@/lib/testing/servers/static-host';
import { hostileWallet, LONG_WORD, rightToLeftWallet } from '@/lib/testing/solana/hostile-wallet';
import { nftWallet } from '@/lib/testing/solana/solana-wallet';
import {
  HOST_PORT,
  HOSTILE_WALLET,
  LIMITED_PORT,
  NODE_PORT,
  RIGHT_TO_LEFT_WALLET,
  UNTRUSTED_WALLET,
} from './run-settings';

const HOST = `http://127.0.0.1:${HOST_PORT}`;
const DOCUMENTS = [
  { name: 'Plain', image: `${HOST}/picture.png`, animation_url: `${HOST}/sound.wav` },
  { name: 'Drawn', image: `${HOST}/drawing.svg` },
  { name: 'Gone', image: `${HOST}/gone.png`, animation_url: `${HOST}/gone.mp4` },
  { name: 'Page', image: `${HOST}/page.html`, animation_url: `${HOST}/page.html` },
  { name: 'Large', image: `${HOST}/picture.png`, animation_url: `${HOST}/large.mp3` },
  {
    name: LONG_WORD,
    description: LONG_WORD,
    animation_url: `https://${'long.'.repeat(40)}example/a.mp4`,
    attributes: [{ trait_type: LONG_WORD, value: LONG_WORD }],
    [LONG_WORD]: { [LONG_WORD]: LONG_WORD },
  },
];
/** Index of the document of the hostile wallet's NFT (the last one). */
const HOSTILE_DOCUMENT = DOCUMENTS.length - 1;

const image = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a7' } })
  .png()
  .toBuffer();
const SECONDS = 2;
const RATE = 8000;

/** Creates a WAVE file of silence with 8 bits per sample (RIFF WAVE). */
function wave(): Buffer {
  const samples = Buffer.alloc(SECONDS * RATE, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const sound = wave();
const host = await staticHost((path, response, request) => {
  const send = (type: string, body: Buffer | string) =>
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body);
  const document = DOCUMENTS[Number(/^\/(\d)\.json$/.exec(path)?.[1])];
  if (document) send('application/json', JSON.stringify(document));
  else if (path === '/picture.png') send('image/png', image);
  else if (path === '/drawing.svg')
    send(
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>top.document.title="RUN"</script><circle cx="4" cy="4" r="4"/></svg>',
    );
  else if (path === '/sound.wav') {
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    if (!range) return send('audio/wav', sound);
    const from = Number(range[1]);
    const to = range[2] ? Number(range[2]) : sound.length - 1;
    response
      .writeHead(206, {
        'Content-Type': 'audio/wav',
        'Content-Range': `bytes ${from}-${to}/${sound.length}`,
        'Content-Length': to - from + 1,
      })
      .end(sound.subarray(from, to + 1));
  } else if (path === '/large.mp3')
    response.writeHead(200, { 'Content-Type': 'audio/mpeg', 'Content-Length': 60_000_000 }).end();
  else if (path === '/page.html') send('text/html', '<script>top.document.title="RUN"</script>');
  else response.writeHead(404).end();
}, HOST_PORT);
const node = await testNode(
  sampleNode(
    snapshotOf(1000, [
      ...nftWallet(UNTRUSTED_WALLET, HOSTILE_DOCUMENT, (i) => `${HOST}/${i}.json`),
      ...hostileWallet(HOSTILE_WALLET, `${HOST}/${HOSTILE_DOCUMENT}.json`),
      ...rightToLeftWallet(RIGHT_TO_LEFT_WALLET, `${HOST}/0.json`),
    ]),
  ),
  0,
  NODE_PORT,
);
const limited = await testNode(sampleNode(snapshotOf(1, [])), 0, LIMITED_PORT);
limited.fault = () => ({ status: 429 });
console.log(`untrusted host: ${node.url} and ${host.origin}`);
