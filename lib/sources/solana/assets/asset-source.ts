import { NeedsIndexError } from '@/lib/errors';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { editionAddressOf } from '@/lib/solana/address/program-address';
import type { AssetSource } from '@/lib/solana/das/asset-source';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { ReadHoldingsOptions } from '@/lib/solana/solana-source';
import type { CallParams } from '@/lib/sources/transport/transport-type';
import { editionOf } from '../editions';
import type { OnChainHoldings, ReadOnChain } from '../listing';
import { readAccounts, readable } from '../read-accounts';
import type { SolanaChain } from '../solana-chain';
import { readAssetsById } from './assets-by-id';
import { readTokenAccountPage } from './token-account-page';

type AssetSourceParts = {
  /**
   * Returns a supported chain.
   * @throws UnsupportedChainError
   */
  chainOf: (chainId: number) => SolanaChain;
  readOnChain: ReadOnChain;
  /** Adds the documents to holdings, if they are requested. */
  completed: (
    onChain: OnChainHoldings,
    options: Pick<ReadHoldingsOptions, 'parseMetadataUri' | 'scope'>,
  ) => Promise<ExtendedHoldings>;
  memory: ByteBudget | undefined;
  cursorSecret: string;
};

/** Creates the asset source for all chains; see `AssetSource`. */
export function assetSource(parts: AssetSourceParts): AssetSource {
  const { chainOf, readOnChain, completed, memory, cursorSecret } = parts;
  return {
    ofOwner: async (chainId, owner, options) => {
      // Without `tolerateDasFailure`, because a DAS list cannot report that a kind of asset is missing.
      const found = await readOnChain(chainId, owner, options, () => undefined);
      const { mints = new Map(), upstreamAssets = new Map(), itemsRead = 0, total } = found;
      return { holdings: await completed(found, options), mints, upstreamAssets, itemsRead, total };
    },
    byId: async (chainId, ids, options) => {
      const { scope, withRecords = false } = options;
      const read = await readable(readAssetsById(chainOf(chainId), ids, scope, withRecords));
      const { nfts, tokens } = await completed(read.onChain, options);
      const filled = new Map([...nfts, ...tokens].map((item) => [item.mint, item]));
      const assets = read.assets.map((each) => {
        if (typeof each === 'string') return each;
        const item = filled.get(each.item.item.mint) ?? each.item.item;
        return { ...each, item: { kind: each.item.kind, item } as typeof each.item };
      });
      return { assets, slot: read.onChain.holdings.slot };
    },
    tokenAccounts: async (chainId, options) =>
      readable(readTokenAccountPage(chainOf(chainId), { ...options, chainId, memory, cursorSecret })),
    edition: async (chainId, mint, scope) => {
      const address = editionAddressOf(mint) ?? mint;
      let slot = 0;
      const context = {
        transport: chainOf(chainId).transport,
        scope,
        onSlot: (read: number) => {
          slot = read;
        },
      };
      const accounts = await readAccounts([address], true, context);
      return { address, edition: editionOf(accounts.get(address)), slot };
    },
    hasUpstream: (chainId) => chainOf(chainId).das !== undefined,
    askUpstream: async (chainId, method, params, scope) => {
      const { das } = chainOf(chainId);
      if (das === undefined) throw new NeedsIndexError(method, chainId);
      const accept = (result: unknown) =>
        typeof result === 'object' && result !== null ? result : undefined;
      return readable(das(method, paramsOf(params), scope, { accept }));
    },
  };
}

function paramsOf(params: unknown): CallParams {
  if (Array.isArray(params)) return params as unknown[];
  return typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : [];
}
