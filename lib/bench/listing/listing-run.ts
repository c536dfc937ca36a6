// Process that lists wallets with one tool: `listing-run.ts <tool> <url>`. The parent sends one message per listing.

import { Metaplex } from '@metaplex-foundation/js';
import {
  fetchAllDigitalAssetWithTokenByOwner,
  mplTokenMetadata,
} from '@metaplex-foundation/mpl-token-metadata';
import { publicKey } from '@metaplex-foundation/umi';
import { createUmi } from '@metaplex-foundation/umi-bundle-defaults';
import { Connection, PublicKey } from '@solana/web3.js';
import { writeJson } from '@/lib/json/exact-write';
import { scopeOf } from '@/lib/promises/request-scope';
import { documentedHoldings } from '@/lib/solana/holdings';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { solanaSource } from '@/lib/sources/solana/solana-chains';
import { httpTransport } from '@/lib/sources/transport/transport';
import { noDocuments } from '@/lib/testing/solana/no-documents';

export type RunResult = { items: number; ms: number; cpuMs: number; peakMb: number; bytes: number };

const [, , tool, url = ''] = process.argv;

/**
 * Functions that list a wallet, by tool. They return the number of items and, only for Satchel, the size of the
 * serialized response in bytes.
 */
const tools: Record<string, () => (owner: string) => Promise<{ items: number; bytes: number }>> = {
  satchel: () => {
    const source = solanaSource({
      chains: new Map([
        [101, { transport: httpTransport({ urls: [url] }), tokenList: async () => EMPTY_TOKEN_LIST }],
      ]),
      fillDocuments: noDocuments,
    });
    return async (owner) => {
      const holdings = await source.getHoldings(101, owner, {
        parseMetadataUri: false,
        scope: scopeOf(AbortSignal.timeout(60_000)),
      });
      return { items: holdings.nfts.length, bytes: writeJson(documentedHoldings(holdings)).length };
    };
  },
  umi: () => {
    const umi = createUmi(url).use(mplTokenMetadata());
    return async (owner) => ({
      items: (await fetchAllDigitalAssetWithTokenByOwner(umi, publicKey(owner))).length,
      bytes: 0,
    });
  },
  'metaplex-js': () => {
    const metaplex = Metaplex.make(new Connection(url));
    return async (owner) => ({
      items: (await metaplex.nfts().findAllByOwner({ owner: new PublicKey(owner) })).length,
      bytes: 0,
    });
  },
};

const list = tools[tool ?? '']?.();
if (list === undefined) throw new Error(`Unknown tool: ${tool}`);

const idle = process.memoryUsage.rss();
process.on('message', async (owner: string) => {
  globalThis.gc?.();
  let peak = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const cpu = process.cpuUsage();
  const started = performance.now();
  const { items, bytes } = await list(owner);
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(sampler);
  peak = Math.max(peak, process.memoryUsage.rss());
  const result: RunResult = {
    items,
    ms,
    cpuMs: (user + system) / 1000,
    peakMb: (peak - idle) / 1024 / 1024,
    bytes,
  };
  process.send?.(result);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
