import { UpstreamUnavailableError } from '@/lib/errors';
import { valueBytes } from '@/lib/json/measure-json';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { MemoryReservation } from '@/lib/promises/byte-budget';
import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { type NotReadReason, withKindNotRead, withKindRead } from '@/lib/solana/coverage';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { EVERYTHING, type Selection } from '@/lib/solana/holdings-page';
import { MPL_CORE_PROGRAM } from '@/lib/solana/programs';
import type { HoldingsWarning } from '@/lib/solana/warnings';
import type { CallParams, Transport } from '@/lib/sources/transport/transport-type';
import { isInvalidParams } from '@/lib/sources/transport/upstream-errors';
import type { HoldingsReader, OnChainHoldings } from '../listing';
import { assetBytes } from './asset-item';
import { type AssetItem, completeCoreItems } from './core-collections';
import { type Asset, reshapeAsset } from './das-asset';
import { unlessOverloaded, withAssets } from './with-assets';

const PAGE = 1_000;

/** Creates the error for holdings that would be silently incomplete without DAS. */
export function dasUnavailable(): UpstreamUnavailableError {
  return new UpstreamUnavailableError(
    'das-unavailable',
    'The DAS endpoint is unavailable: MPL Core and compressed NFTs could not be listed',
  );
}

/**
 * Adds MPL Core and compressed NFTs to the holdings of `reader`. They are read in parallel from a DAS upstream, whose
 * other kinds of asset are ignored. If DAS fails, the holdings have the warning `das-unavailable`. DAS is not called if
 * the selection excludes both kinds.
 * @param transport the chain's node, from which the collections of MPL Core assets are read
 * @param memory budget of all reads in flight, from which the assets' memory is reserved until the read ends
 */
export function withDas(
  reader: HoldingsReader,
  das: Transport | undefined,
  transport: Transport,
  memory?: ByteBudget,
): HoldingsReader {
  if (das === undefined) return reader;
  return async (owner, scope, onProgress, wanted = { selection: EVERYTHING }) => {
    const { selection } = wanted;
    if (selection.kind === 'token')
      return withoutDas(await reader(owner, scope, onProgress, wanted), 'not-selected');
    const box = childScope(scope);
    const held = new MemoryReservation(memory, box.scope.signal);
    // DAS list methods return the upstream's assets as they are, so keep the raw assets for them.
    const isKept = wanted.page?.assets !== undefined;
    const fetchAssets = () => {
      // A hanging DAS endpoint must not fail the other reads.
      const { scope: limited } = childScope(box.scope, { timeoutMs: 10_000 });
      return readAssets(das, transport, owner, isKept, limited, held).catch(unlessOverloaded);
    };
    try {
      // If mints are selected, read the token accounts first: if they include every mint, DAS is not needed.
      const fetched = selection.mints === undefined ? fetchAssets() : undefined;
      // Avoid an unhandled rejection; awaited below.
      fetched?.catch(() => undefined);
      const onChain = await reader(owner, scope, onProgress, wanted);
      if (fetched === undefined && holdsAllMints(onChain, selection))
        return withoutDas(onChain, 'not-selected');
      const found = await (fetched ?? fetchAssets());
      if (found === undefined) return withoutDas(onChain, 'das-unavailable', ['das-unavailable']);
      const { upstreamAssets } = found;
      const { coverage } = onChain.holdings;
      // A scan already counts every MPL Core asset, including those beyond this page.
      const isScanned = ({ programId }: ExtendedNft) =>
        programId === MPL_CORE_PROGRAM && coverage.read.includes('mpl-core');
      for (const nft of found.nfts) if (isScanned(nft)) upstreamAssets?.delete(nft.mint);
      const nfts = found.nfts.filter((nft) => !isScanned(nft));
      const all = withKindRead(withKindRead(coverage, 'mpl-core'), 'compressed');
      return { ...(await withAssets(onChain, nfts, wanted, all, upstreamAssets)), upstreamAssets };
    } finally {
      box.abort();
      held.release();
    }
  };
}

function withoutDas(
  onChain: OnChainHoldings,
  why: NotReadReason,
  more: HoldingsWarning[] = [],
): OnChainHoldings {
  const { holdings } = onChain;
  const warnings = [...holdings.warnings, ...more];
  const withoutCore = withKindNotRead(holdings.coverage, 'mpl-core', why);
  const coverage = withKindNotRead(withoutCore, 'compressed', why);
  return { ...onChain, holdings: { ...holdings, warnings, coverage } };
}

function holdsAllMints({ holdings: { nfts, tokens } }: OnChainHoldings, { mints }: Selection): boolean {
  const held = new Set([...nfts, ...tokens].map(({ mint }) => mint));
  return mints?.every((mint) => held.has(mint)) ?? false;
}

/**
 * Reads pages until one has no new assets, because `total` counts only the page and some providers truncate pages. The
 * timeout and the memory budget limit an endless list.
 */
async function readAssets(
  das: Transport,
  transport: Transport,
  owner: SolanaAddress,
  isKept: boolean,
  scope: RequestScope,
  held: MemoryReservation,
): Promise<{ nfts: ExtendedNft[]; upstreamAssets: Map<string, unknown> | undefined }> {
  const found = new Map<string, AssetItem>();
  const upstreamAssets = isKept ? new Map<string, unknown>() : undefined;
  let bytes = 0;
  const seen = new Set<string>();
  for (let page = 1; ; page++) {
    const items = await readPage(das, owner, page, isKept, scope);
    const before = seen.size;
    const more: ExtendedNft[] = [];
    for (const item of items) {
      const { id } = (item ?? {}) as { id?: unknown };
      if (typeof id !== 'string') continue;
      seen.add(id);
      const asset = reshapeAsset(item as Asset, owner);
      if (asset === undefined) continue;
      found.set(id, asset);
      more.push(asset.nft);
      upstreamAssets?.set(id, item);
      if (isKept) bytes += valueBytes(item);
    }
    bytes += assetBytes(more);
    await held.hold(bytes, bytes);
    // The list has ended, or the provider ignores page numbers.
    if (items.length > 0 && seen.size > before) continue;
    const nfts = await completeCoreItems([...found.values()], { transport, scope }, bytes, held);
    return { nfts, upstreamAssets };
  }
}

/** Reads one page. Sends parameters by name and, after -32602, by position, because providers differ. */
async function readPage(
  das: Transport,
  owner: SolanaAddress,
  page: number,
  isKept: boolean,
  scope: RequestScope,
): Promise<unknown[]> {
  const call = async (params: CallParams) => {
    const answer = (await das('getAssetsByOwner', params, scope, { roundIntegers: !isKept })) as {
      items?: unknown;
      assets?: { items?: unknown };
    } | null;
    const items = answer?.items ?? answer?.assets?.items;
    if (!Array.isArray(items)) throw dasUnavailable();
    return items as unknown[];
  };
  try {
    return await call({ ownerAddress: owner, page, limit: PAGE });
  } catch (thrown) {
    if (!isInvalidParams(thrown)) throw thrown;
    return call([owner, null, PAGE, page, null, null]);
  }
}
