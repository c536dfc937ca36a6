import { type Coverage, withUnreadOf } from '@/lib/solana/coverage';
import type { ExtendedNft, ExtendedToken, Item } from '@/lib/solana/holdings';
import { selects, sortByMint } from '@/lib/solana/holdings-page';
import { isOverloaded } from '@/lib/sources/transport/upstream-errors';
import type { ListingScope, OnChainHoldings } from '../listing';
import { mergePage } from '../read-page';

/** Adds the selected assets to the holdings and truncates a page to its limit. */
export async function withAssets(
  onChain: OnChainHoldings,
  assets: readonly ExtendedNft[],
  { selection, page, matches }: ListingScope,
  kinds: Coverage,
  upstreamAssets?: ReadonlyMap<string, unknown>,
): Promise<OnChainHoldings> {
  const { holdings, next, total } = onChain;
  const itemsRead = (onChain.itemsRead ?? 0) + assets.length;
  const selected = assets.filter((item) => selects(selection, asNft(item)));
  // Conditions can exclude an item because its facts are unknown.
  const coverage = withUnreadOf(kinds, selected);
  const chosen = selected.filter(
    (item) => matches?.(asNft(item), undefined, upstreamAssets?.get(item.mint)) ?? true,
  );
  if (page === undefined || next === undefined) {
    const nfts = sortByMint([...holdings.nfts, ...chosen]);
    return { ...onChain, holdings: { ...holdings, nfts, coverage }, itemsRead };
  }
  const listed = [...holdings.nfts.map(asNft), ...holdings.tokens.map(asToken)];
  const merged = await mergePage({ items: listed, next, total }, chosen.map(asNft), page);
  const nfts = merged.items.flatMap((each) => (each.kind === 'nft' ? [each.item] : []));
  const tokens = merged.items.flatMap((each) => (each.kind === 'token' ? [each.item] : []));
  return {
    ...onChain,
    holdings: { ...holdings, nfts, tokens, coverage },
    next: merged.next,
    total: merged.total,
    itemsRead,
  };
}

const asNft = (item: ExtendedNft): Item => ({ kind: 'nft', item });
const asToken = (item: ExtendedToken): Item => ({ kind: 'token', item });

/** Turns a failure into undefined (not read), except an OverloadedError, which fails the call. */
export function unlessOverloaded(thrown: unknown): undefined {
  if (isOverloaded(thrown)) throw thrown;
}
