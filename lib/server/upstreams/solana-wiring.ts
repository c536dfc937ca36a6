import 'server-only';
import { join } from 'node:path';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { solanaNodeUrls } from '@/lib/server/env/served-chains';
import { gatewaysOf, mayBeHttp } from '@/lib/server/images/gateways';
import type { Log } from '@/lib/server/telemetry/log';
import type { createUpstreamStates } from '@/lib/server/telemetry/upstream-states';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { documents } from '@/lib/sources/documents/documents';
import { documentFiller } from '@/lib/sources/documents/fill-documents';
import { guardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { imageChooser } from '@/lib/sources/documents/settled-document';
import { sampleChain } from '@/lib/sources/sample/sample-chain';
import { documentImage } from '@/lib/sources/solana/document-image';
import type { SolanaChain } from '@/lib/sources/solana/solana-chain';
import { solanaSource } from '@/lib/sources/solana/solana-chains';
import { tokenLists } from '@/lib/sources/solana/token-list/token-lists';
import { type HttpTransport, httpTransport } from '@/lib/sources/transport/transport';
import type { Env } from '../env';

/** What the public endpoints of the clusters allow a caller (Solana documentation, Clusters). */
const PUBLIC_PACE = { calls: 40, perMs: 10_000 };
const PUBLIC_HOST = /(^|\.)solana\.com$/;
const isPublic = (url: string) => PUBLIC_HOST.test(new URL(url).hostname);
/** Largest answer of a node: 150,000 token accounts as it parses them. */
const MAX_ANSWER_BYTES = 96 * 1024 * 1024;
/** Longest one attempt of a call may take. */
const ATTEMPT_MS = 10_000;

/** The Solana chains: the configured endpoints over the public ones, DAS where it is set, and the sample network. */
export function wireSolana(
  env: Env,
  log: Log,

  states: ReturnType<typeof createUpstreamStates>,
  memory: ByteBudget,
  cursorSecret: string,
  paceShare: number,
) {
  const pace = { ...PUBLIC_PACE, calls: Math.floor(PUBLIC_PACE.calls * paceShare) };
  const open: HttpTransport[] = [];
  const transport = (network: 'solana' | 'das', chainId: number, urls: readonly string[]) => {
    states.set(network, chainId, 'unused');
    const made = httpTransport({
      urls,
      concurrency: env.upstreamConcurrency,
      label: `${network}-${chainId}`,
      pace: (url) => (isPublic(url) ? pace : undefined),
      timeoutMs: ATTEMPT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      memory,
      onCall: states.observe(network, chainId),
    });
    open.push(made);
    return made;
  };

  const sample = sampleChain();
  const chains = new Map<number, SolanaChain>();
  const listOf = tokenLists(env.tokenList, {
    onFailure: (error) =>
      log.warn({ err: error }, 'TOKEN_LIST cannot be read or kept; the last good list is used'),
    copyFile: join(env.dataDir, 'token-list.json'),
  });
  for (const [chainId, urls] of solanaNodeUrls(env)) {
    const das = env.solanaDasUrls.get(chainId);
    const node = transport('solana', chainId, urls);
    chains.set(chainId, {
      transport: node,
      isPaced: urls.some(isPublic),
      trouble: node.trouble,
      tokenList: () => listOf(chainId),
      das: das && transport('das', chainId, das),
      scansCore: env.solanaCoreScan.get(chainId) ?? false,
      mustAgree:
        env.solanaAgreement.get(chainId) === 2
          ? urls.map((url) => transport('solana', chainId, [url]))
          : undefined,
    });
  }
  if (env.sampleNetwork && !env.solanaRpcUrls.has(SAMPLE_CHAIN_ID)) {
    states.set('solana', SAMPLE_CHAIN_ID, 'embedded');
    chains.set(SAMPLE_CHAIN_ID, sample);
  }
  const fetch = guardedFetch({ allowHosts: env.metadataAllowHosts });
  const gateways = gatewaysOf(env);
  const sampleDocument = env.sampleNetwork ? { sampleDocument: sample.document } : {};
  const offChain = documents({ fetch, gateways, memory, ...sampleDocument });
  return {
    solana: solanaSource({
      chains,
      fillDocuments: documentFiller(offChain, gateways, mayBeHttp(env), memory),
      documentImage: documentImage(offChain, imageChooser(gateways, mayBeHttp(env))),
      memory,
      cursorSecret,
    }),
    /** The guarded fetch of untrusted documents, for their images too. */
    fetch,
    gateways,
    memory,
    tokenListState: listOf.state,
    close: async () => {
      await Promise.all([fetch.close(), ...open.map((made) => made.close())]);
    },
  };
}
