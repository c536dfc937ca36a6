import type { Commitment } from '@/lib/solana/commitment';
import { type NotRead, withoutAssets, withUnreadOf } from '@/lib/solana/coverage';
import type { ExtendedHoldings, Item } from '@/lib/solana/holdings';
import { sortByMint } from '@/lib/solana/holdings-page';
import type { HoldingsWarning } from '@/lib/solana/warnings';

/**
 * Creates holdings from items. Sorts NFTs and tokens separately, by mint and address.
 * @param options.unread parts of the holdings that were not read
 * @param options.commitment commitment of the reads
 */
export function holdingsOf(
  lamports: bigint,
  items: readonly Item[],
  slot: number,
  {
    unread: parts = [],
    commitment = 'confirmed',
  }: { unread?: Iterable<NotRead> | undefined; commitment?: Commitment | undefined } = {},
): { holdings: ExtendedHoldings } {
  const unsorted: Pick<ExtendedHoldings, 'nfts' | 'tokens'> = { nfts: [], tokens: [] };
  for (const each of items)
    if (each.kind === 'nft') unsorted.nfts.push(each.item);
    else unsorted.tokens.push(each.item);
  const nfts = sortByMint(unsorted.nfts);
  const tokens = sortByMint(unsorted.tokens);
  const unread = items.some(({ item }) => item.warnings.includes('metadata-unread'));
  const warnings: HoldingsWarning[] = unread ? ['metadata-unread'] : [];
  const { read, notRead } = withoutAssets('no-das-endpoint');
  const coverage = withUnreadOf({ read, notRead: [...notRead, ...parts] }, [...nfts, ...tokens]);
  return {
    holdings: {
      lamports,
      nfts,
      tokens,
      lamportsString: lamports.toString(),
      slot,
      commitment,
      warnings,
      coverage,
      primaryName: null,
    },
  };
}
