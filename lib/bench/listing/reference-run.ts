// Process that runs the reference reader: `reference-run.ts <url>`. The parent sends one message (an owner) per
// listing.
import { referenceReader } from './reference-read';

const read = referenceReader(process.argv[2] ?? '');

process.on('message', async (owner: string) => {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const { nfts } = await read(owner);
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({ ms, cpuMs: (user + system) / 1000, items: nfts.length });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
