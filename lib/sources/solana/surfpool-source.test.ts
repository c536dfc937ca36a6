import { afterAll, describe } from 'vitest';
import { UPGRADEABLE_LOADER } from '@/lib/solana/account-description/known-programs';
import { DEFAULT_GATEWAYS } from '@/lib/solana/documents/document-uri';
import { SAMPLE_BIG_WALLET } from '@/lib/solana/sample-addresses';
import { documents } from '@/lib/sources/documents/documents';
import { documentFiller } from '@/lib/sources/documents/fill-documents';
import { guardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { sampleChain } from '@/lib/sources/sample/sample-chain';
import snapshot from '@/lib/sources/sample/snapshot.json';
import { httpTransport } from '@/lib/sources/transport/transport';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { hasSurfpool, startSurfpool } from '@/lib/testing/nodes/surfpool';
import { solanaSource } from './solana-chains';
import { solanaSourceContract } from './solana-source.contract';

// Runs the contract for sources of the sample network against an independent node (Surfpool) with the same accounts.

const open: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of open.reverse()) await close();
});

describe.skipIf(!hasSurfpool)('with Surfpool', () => {
  solanaSourceContract('with a complete node', async () => {
    const node = await startSurfpool();
    open.push(node.stop);
    const loaded = new Set<string>();
    for (const [pubkey = '', owner = '', lamports = '1', data = '', flag = ''] of snapshot.accounts) {
      // Surfpool has its own programs and sysvars.
      if (flag === 'executable' || owner.startsWith('Sysvar')) continue;
      if (owner === UPGRADEABLE_LOADER && data === '') continue;
      await node.setAccount(pubkey, {
        owner,
        lamports: BigInt(lamports),
        data: Buffer.from(data, 'base64'),
      });
      loaded.add(pubkey);
    }
    const transport = httpTransport({ urls: [node.url], timeoutMs: 120_000 });
    open.push(transport.close);
    const sample = sampleChain();
    /**
     * Checks whether a call is for the big wallet, whose 30,000 accounts are generated and not loaded into Surfpool.
     */
    const isOfBigWallet = ([first]: unknown[]) =>
      first === SAMPLE_BIG_WALLET || (Array.isArray(first) && !loaded.has(String(first[0])));
    const either: Transport = (method, params, signal, options) =>
      (isOfBigWallet(params as unknown[]) ? sample.transport : transport)(method, params, signal, options);
    return solanaSource({
      // Surfpool's slots advance during the test.
      chains: new Map([[104, { ...sample, transport: either }]]),
      fillDocuments: documentFiller(
        documents({
          fetch: guardedFetch({ resolve: async () => [] }),
          gateways: DEFAULT_GATEWAYS,
          sampleDocument: sample.document,
        }),
      ),
    });
  });
});
