import { UpstreamUnavailableError } from '@/lib/errors';
import { forEachYielding } from '@/lib/promises/for-each-yielding';
import { linkedSignal } from '@/lib/promises/linked-signal';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { byMintThenAddress, type Item } from '@/lib/solana/assemble-holdings';
import { ALL_READ, type NotReadReason, withoutAssets } from '@/lib/solana/coverage';
import type { ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import { EVERYTHING, type Selection, selects } from '@/lib/solana/selection';
import type { HoldingsWarning } from '@/lib/solana/warnings';
import type { CallParams, NamedTransport } from '@/lib/sources/transport/transport-type';
import { isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { type Asset, reshapeAsset } from './das-asset';
import { mergePage } from './read-page';
import type { HoldingsReader, OnChainHoldings, Wanted } from './solana-rpc';

const PAGE = 1_000;
/** 200,000 assets: past it a provider is repeating itself. */
const MAX_PAGES = 200;
const INVALID_PARAMS = -32602;
/** Longest that a read of holdings waits for DAS: a hanging one must not take the rest with it. */
const DAS_TIMEOUT_MS = 10_000;

/** The error of holdings that would be silently short for want of DAS. */
export function dasUnavailable(): UpstreamUnavailableError {
  return new UpstreamUnavailableError(
    'das-unavailable',
    'The DAS upstream is unavailable: MPL Core and compressed NFTs could not be listed',
  );
}

/**
 * `reader` and, beside it, the MPL Core and compressed NFTs that only a DAS upstream can list; of its answer only
 * those two kinds are taken. A failing DAS leaves the warning `das-unavailable`. It is not asked where the selection
 * leaves none of them.
 */
export function withDas(reader: HoldingsReader, das: NamedTransport | undefined): HoldingsReader {
  if (das === undefined) return reader;
  return async (owner, signal, onProgress, wanted = { selection: EVERYTHING }) => {
    const { selection } = wanted;
    if (selection.kind === 'token')
      return withoutDas(await reader(owner, signal, onProgress, wanted), 'not-selected');
    const box = linkedSignal(signal, { timeoutMs: DAS_TIMEOUT_MS });
    const ask = () => readAssets(das, owner, box.signal).catch(() => undefined);
    try {
      // Of selected mints, most are no assets: whether any may be is known when the token accounts are.
      const asked = selection.mints === undefined ? ask() : undefined;
      const onChain = await reader(owner, signal, onProgress, wanted);
      if (asked === undefined && holdsAllMints(onChain, selection))
        return withoutDas(onChain, 'not-selected');
      const found = await (asked ?? ask());
      if (found === undefined) return withoutDas(onChain, 'das-unavailable', ['das-unavailable']);
      return withAssets(onChain, found, wanted);
    } finally {
      box.abort();
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
  return { ...onChain, holdings: { ...holdings, warnings, coverage: withoutAssets(why) } };
}

function holdsAllMints({ holdings: { nfts, tokens } }: OnChainHoldings, { mints }: Selection): boolean {
  const held = new Set([...nfts, ...tokens].map(({ mint }) => mint));
  return mints?.every((mint) => held.has(mint)) ?? false;
}

/** The holdings with the assets that are asked for, cut to the page where there is one. */
function withAssets(
  onChain: OnChainHoldings,
  assets: readonly ExtendedNft[],
  { selection, page }: Wanted,
): OnChainHoldings {
  const { holdings, next } = onChain;
  const chosen = assets.filter((item) => selects(selection, { kind: 'nft', item }));
  if (page === undefined || next === undefined) {
    const nfts = [...holdings.nfts, ...chosen].sort(byMintThenAddress);
    return { ...onChain, holdings: { ...holdings, nfts, coverage: ALL_READ } };
  }
  const listed = [...holdings.nfts.map(asNft), ...holdings.tokens.map(asToken)];
  const merged = mergePage({ items: listed, next }, chosen.map(asNft), page);
  const nfts = merged.items.flatMap((each) => (each.kind === 'nft' ? [each.item] : []));
  const tokens = merged.items.flatMap((each) => (each.kind === 'token' ? [each.item] : []));
  return { ...onChain, holdings: { ...holdings, nfts, tokens, coverage: ALL_READ }, next: merged.next };
}

const asNft = (item: ExtendedNft): Item => ({ kind: 'nft', item });
const asToken = (item: ExtendedToken): Item => ({ kind: 'token', item });

/** All pages. Only an empty page ends them: `total` is that of the page, and some providers cut pages short. */
async function readAssets(
  das: NamedTransport,
  owner: SolanaAddress,
  signal: AbortSignal,
): Promise<ExtendedNft[]> {
  const found = new Map<string, ExtendedNft>();
  const seen = new Set<string>();
  for (let page = 1; page <= MAX_PAGES; page++) {
    const items = await readPage(das, owner, page, signal);
    const before = seen.size;
    await forEachYielding(items, (item) => {
      const { id } = (item ?? {}) as { id?: unknown };
      if (typeof id !== 'string') return;
      seen.add(id);
      const nft = reshapeAsset(item as Asset, owner);
      if (nft !== undefined) found.set(id, nft);
    });
    // Nothing new: the end, or a provider that knows no pages.
    if (items.length === 0 || seen.size === before) return [...found.values()];
  }
  throw dasUnavailable();
}

/** One page. Providers differ in how parameters travel (by name, or in order): the second form is tried on -32602. */
async function readPage(
  das: NamedTransport,
  owner: SolanaAddress,
  page: number,
  signal: AbortSignal,
): Promise<unknown[]> {
  const ask = async (params: CallParams) => {
    const answer = (await das('getAssetsByOwner', params, signal)) as {
      items?: unknown;
      assets?: { items?: unknown };
    } | null;
    const items = answer?.items ?? answer?.assets?.items;
    if (!Array.isArray(items)) throw dasUnavailable();
    return items as unknown[];
  };
  try {
    return await ask({ ownerAddress: owner, page, limit: PAGE });
  } catch (thrown) {
    if (!isUpstreamCallError(thrown) || thrown.code !== INVALID_PARAMS) throw thrown;
    return ask([owner, null, PAGE, page, null, null]);
  }
}
