// Runs a complete Solana node in this process (Surfpool). Prints its URL, and exits when its parent closes stdin.
import { createRequire } from 'node:module';

const { Surfnet } = createRequire(import.meta.url)('surfpool-sdk-linux-x64-gnu');

const node = Surfnet.start();
// Drain the bounded event channel, which would otherwise block the node.
setInterval(() => node.drainEvents(), 10);
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
process.stdout.write(`${node.rpcUrl}\n`);
