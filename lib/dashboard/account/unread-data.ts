import { formatPart } from '@/lib/dashboard/format';
import type { HoldingsState } from './holdings-state';
import type { AccountHead } from './rows';

/** Placeholder for a value that could not be read. */
export const NOT_READ = 'Not read this time';

/** Warnings which mean that an item's metadata or document, and therefore its image, was not read. */
const IMAGE_UNREAD = ['metadata-unread', 'document-late', 'document-unreachable', 'document-too-large'];

/** State of the images: more may arrive (`coming`), the read ended early (`stopped`), or it is complete (`over`). */
export type ImageProgress = 'coming' | 'stopped' | 'over';

type Warned = { warnings?: readonly string[] };

/** Checks whether an item's name, collection and creators are unknown because its metadata was not read. */
export const isMetadataUnread = ({ warnings = [] }: Warned) => warnings.includes('metadata-unread');

/** Returns an NFT's name, or a placeholder. */
export const nftLabel = (nft: Warned & { name: string }) =>
  nft.name || (isMetadataUnread(nft) ? 'Name not read' : 'Without a name');

/** Returns a token's symbol or name, or a placeholder. */
export const tokenLabel = (token: Warned & { symbol: string; name: string }) =>
  token.symbol || token.name || (isMetadataUnread(token) ? 'Name not read' : 'No name');

/** Returns the placeholder for a missing image. */
export function noImageLabel(
  { warnings = [], settled }: Warned & { settled?: true },
  pictures: ImageProgress,
): string {
  const isUnread = warnings.some((word) => IMAGE_UNREAD.includes(word));
  return isUnread || (pictures === 'stopped' && settled === undefined) ? 'Image not read' : 'No image';
}

/** State of an account's page, and whether a read is running or was canceled. */
export type Reading = HoldingsState & { reading: boolean; cancelled: boolean };

/** Determines the state of the images from that of the page. */
export function imageProgress({ reading, phase, failure, error }: Reading): ImageProgress {
  if (reading) return 'coming';
  return phase === 'done' && failure === undefined && error === undefined ? 'over' : 'stopped';
}

/**
 * Returns how many items of an incomplete list are on the page, if the read is running, was stopped or has failed.
 * Returns undefined if the list is complete, or if the server has read it and only the transfer is pending.
 */
export function readSoFar(state: Reading, kind: 'tokens' | 'nfts'): number | undefined {
  const { head, listed, progress, failure, error, cancelled, reading } = state;
  const here = state[kind].length;
  if (head === undefined || listed || here === 0) return undefined;
  const isListing = reading && progress !== undefined && progress.step !== 'documents';
  return isListing || cancelled || failure?.part === 'listing' || error !== undefined ? here : undefined;
}

/** Formats the number of items that an account holds, with the number read so far (`readSoFar`) if that is lower. */
export function heldCount(head: AccountHead, kind: 'tokens' | 'nfts', read: number | undefined): string {
  return formatPart(read, head[kind]);
}
