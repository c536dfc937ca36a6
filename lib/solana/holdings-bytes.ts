import type { ExtendedHoldings } from './holdings';

/** What an item without its document takes in memory, in bytes; measured. */
const ITEM_BYTES = 1_200;

/** Characters of an item's texts that are within `ITEM_BYTES`. */
const ITEM_CHARACTERS = 300;

/** Bytes that holdings without their documents take in memory, about. */
export function holdingsBytes({ nfts, tokens }: Pick<ExtendedHoldings, 'nfts' | 'tokens'>): number {
  let bytes = (nfts.length + tokens.length + 1) * ITEM_BYTES;
  const add = (characters: number) => {
    if (characters > ITEM_CHARACTERS) bytes += 2 * (characters - ITEM_CHARACTERS);
  };
  for (const { name, symbol, image, metadata } of nfts)
    add(name.length + symbol.length + image.length + metadata.data.uri.length);
  for (const { name, symbol, image } of tokens) add(name.length + symbol.length + image.length);
  return bytes;
}
