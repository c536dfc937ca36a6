import type { ExtendedHoldings } from './holdings';

/** Bytes that an item takes in memory without its texts and its document; measured. */
const ITEM_BYTES = 800;

/** Bytes that holdings without their documents take in memory, about. */
export function holdingsBytes({ nfts, tokens }: Pick<ExtendedHoldings, 'nfts' | 'tokens'>): number {
  let characters = 0;
  for (const { name, symbol, image, metadata } of nfts)
    characters += name.length + symbol.length + image.length + metadata.data.uri.length;
  for (const { name, symbol, image } of tokens) characters += name.length + symbol.length + image.length;
  return (nfts.length + tokens.length + 1) * ITEM_BYTES + 2 * characters;
}
