// `npm run bench:listing [-- quick]`: compares Satchel's listing with Umi's fetchAllDigitalAssetWithTokenByOwner and
// Metaplex JS' findAllByOwner, each in its own process, on a local node with a given round-trip time.

import { cpus, totalmem } from 'node:os';
import { benchRow } from '@/lib/bench/bench-row';
import { startBenchNode } from '@/lib/testing/nodes/bench-node';
import { benchAddresses, benchMetadata } from './listing-pieces';
import { type ListingRow, measureListings } from './listing-processes';
import { format, printListings } from './listing-table';

const quick = process.argv.includes('quick');
const checks: [name: string, ok: boolean][] = [];

function comparePieces() {
  const addresses = benchAddresses(quick ? 2_000 : 100_000);
  const metadata = benchMetadata();
  console.log(`\n| piece | Satchel ms | others ms |\n|---|---|---|`);
  console.log(
    `| metadata PDA (${format(addresses.count)} mints, ${addresses.different} different from web3.js) | ${format(addresses.satchelMs, 4)} | web3.js ${format(addresses.web3Ms, 2)}, Umi ${format(addresses.umiMs, 2)} |`,
  );
  console.log(`| metadata decoding | ${format(metadata.satchelMs, 4)} | Umi ${format(metadata.umiMs, 3)} |`);
  checks.push([
    'a PDA takes at most 0.03 ms and equals web3.js',
    addresses.satchelMs <= 0.03 && addresses.different === 0,
  ]);
  checks.push(['decoding metadata takes at most 0.01 ms', metadata.satchelMs <= 0.01]);
  return { addresses, metadata };
}

async function compareNear() {
  const node = await startBenchNode(0);
  const own = await measureListings('satchel', node, 1_000, 5, 5);
  const umi = await measureListings('umi', node, 1_000, quick ? 1 : 2, 1);
  const metaplex = await measureListings('metaplex-js', node, 1_000, quick ? 1 : 2, 1);
  printListings('1,000 NFTs at 0 ms', [
    ['Satchel', own],
    ['Umi', umi],
    ['Metaplex JS', metaplex],
  ]);
  checks.push(['1,000 at 0 ms: at least 16 times faster than Umi', umi.ms / own.ms >= 16]);
  checks.push(['1,000 at 0 ms: at most 250 ms of CPU', own.cpuMs <= 250]);
  checks.push(['1,000: at most 3 + ⌈2M/100⌉ calls', own.calls <= 23]);
  node.stop();
  return { own, umi, metaplex };
}

async function compareFar() {
  const node = await startBenchNode(50);
  const own = await measureListings('satchel', node, 1_000, 5, 2);
  const umi = await measureListings('umi', node, 1_000, 3, 1);
  printListings('1,000 NFTs at 50 ms', [
    ['Satchel', own],
    ['Umi', umi],
  ]);
  checks.push(['1,000 at 50 ms: at least 9 times faster than Umi', umi.ms / own.ms >= 9]);
  checks.push(['1,000 at 50 ms: at most twice two round trips, plus 150 ms', own.ms <= 2 * 100 + 150]);
  const ownLarge = await measureListings('satchel', node, 10_000, 3, 2);
  const umiLarge = quick ? undefined : await measureListings('umi', node, 10_000, 1, 0);
  const large: [string, ListingRow][] = [['Satchel', ownLarge]];
  if (umiLarge) large.push(['Umi', umiLarge]);
  printListings('10,000 NFTs at 50 ms', large);
  checks.push(['10,000 at 50 ms: under 2.5 s', ownLarge.ms < 2_500]);
  checks.push(['10,000: under 300 MB over idle', ownLarge.peakMb < 300]);
  checks.push(['10,000: at most 3 + ⌈2M/100⌉ calls', ownLarge.calls <= 203]);
  node.stop();
  return { own, umi, ownLarge, umiLarge };
}

function against(what: string, ours: number, peer: string, theirs: number, limit = '', met = true): void {
  benchRow({
    what,
    satchel: `${format(ours, ours < 1 ? 4 : 0)} ms`,
    against: `${peer} ${format(theirs, theirs < 1 ? 3 : 0)} ms`,
    ratio: `${(theirs / ours).toFixed(1)} times`,
    limit,
    met,
  });
}

console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
);
const { addresses, metadata } = comparePieces();
const near = await compareNear();
const far = await compareFar();

const nearMet = near.umi.ms / near.own.ms >= 16;
against('1,000 NFTs, 0 ms', near.own.ms, 'Umi', near.umi.ms, '≥ 16 times', nearMet);
against('1,000 NFTs, 0 ms', near.own.ms, 'Metaplex JS', near.metaplex.ms);
against('1,000 NFTs, 50 ms', far.own.ms, 'Umi', far.umi.ms, '≥ 9 times', far.umi.ms / far.own.ms >= 9);
if (far.umiLarge) {
  const { ownLarge, umiLarge } = far;
  against('10,000 NFTs, 50 ms', ownLarge.ms, 'Umi', umiLarge.ms, '< 2.5 s', ownLarge.ms < 2500);
}
const pdaMet = addresses.satchelMs <= 0.03;
against('a metadata PDA', addresses.satchelMs, 'web3.js', addresses.web3Ms, '≤ 0.03 ms', pdaMet);
const decodingMet = metadata.satchelMs <= 0.01;
against('decoding metadata', metadata.satchelMs, 'Umi', metadata.umiMs, '≤ 0.01 ms', decodingMet);
console.log('');
for (const [name, ok] of checks) console.log(`${ok ? 'met   ' : 'MISSED'} ${name}`);
process.exit(checks.every(([, ok]) => ok) ? 0 : 1);
