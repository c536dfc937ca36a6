import { openStore } from '@/lib/store/open';

/**
 * Records pairings, ten at a time, and prints the number of each pairing on stdout once it is recorded. The crash tests
 * start this program and kill it.
 */
const [dataDir = '', first = '0', count = '1000'] = process.argv.slice(2);
const store = await openStore({ dataDir });
const end = Number(first) + Number(count);
let next = Number(first);

async function lane(): Promise<void> {
  while (next < end) {
    const n = next++;
    const publicKey = `02${String(n).padStart(64, '0')}`;
    await store.btcAccounts.record([
      {
        publicKey,
        chainId: 1,
        version: '1.0.0',
        smartAccountAddress: `0x${n}`,
        btcAddresses: () => [`1${n}`, `3${n}`, `bc1q${n}`, `bc1p${n}`],
      },
    ]);
    process.stdout.write(`${n}\n`);
  }
}

await Promise.all(Array.from({ length: 10 }, lane));
await store.close();
