// Runs a complete Solana node in this process (Surfpool). Prints its URL, and exits when its parent closes stdin.
import { createRequire } from 'node:module';

const { Surfnet } = createRequire(import.meta.url)('surfpool-sdk-linux-x64-gnu');

const node = Surfnet.start();
// Drain the event channel: it is bounded and blocks the node when it is full.
setInterval(() => node.drainEvents(), 10);
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
process.stdout.write(`${node.rpcUrl}\n`);
