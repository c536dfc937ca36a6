import type { ExtendedHoldings } from './holdings';
import type { TokenUris } from './holdings-events';

/** Memory per item in bytes (measured), excluding strings and the document. */
const ITEM_BYTES = 800;

/** Estimates the memory that holdings take, excluding documents, in bytes. */
export function holdingsBytes(
  { nfts, tokens }: Pick<ExtendedHoldings, 'nfts' | 'tokens'>,
  tokenUris: TokenUris = new Map(),
): number {
  let characters = 0;
  for (const uri of tokenUris.values()) characters += uri.length;
  for (const { name, symbol, image, metadata } of nfts)
    characters += name.length + symbol.length + image.length + metadata.data.uri.length;
  for (const { name, symbol, image } of tokens) characters += name.length + symbol.length + image.length;
  return (nfts.length + tokens.length + 1) * ITEM_BYTES + 2 * characters;
}
