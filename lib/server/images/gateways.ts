import 'server-only';
import type { Env } from '@/lib/server/env';
import { DEFAULT_GATEWAYS, type Gateways } from '@/lib/solana/documents/document-uri';

/** Returns the HTTP gateways for `ipfs` and `ar` URIs: the configured ones, otherwise the built-in list. */
export const gatewaysOf = (env: Pick<Env, 'ipfsGateways' | 'arweaveGateways'>): Gateways => ({
  ipfs: env.ipfsGateways ?? DEFAULT_GATEWAYS.ipfs,
  arweave: env.arweaveGateways ?? DEFAULT_GATEWAYS.arweave,
});
