// A whole Solana node in this process (Surfpool): prints its URL, and ends when its parent closes stdin.
import { createRequire } from 'node:module';

const { Surfnet } = createRequire(import.meta.url)('surfpool-sdk-linux-x64-gnu');

const node = Surfnet.start();
// Its channel of events is bounded, and it stands still when nobody empties it.
setInterval(() => node.drainEvents(), 10);
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
process.stdout.write(`${node.rpcUrl}\n`);
