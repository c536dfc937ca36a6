import { formatCount, formatPart } from '@/lib/dashboard/format';
import type { HoldingsState } from './holdings-state';
import type { AccountHead } from './rows';

/** In place of what a read that failed would have told. */
export const NOT_READ = 'Not read this time';

/** Warnings of items whose image is not known, because what would name it was not read. */
const IMAGE_UNREAD = ['metadata-unread', 'document-late', 'document-unreachable', 'document-too-large'];

/** Whether pictures may still come, the reading ended before them, or all were looked for. */
export type Pictures = 'coming' | 'stopped' | 'over';

type Warned = { warnings?: readonly string[] };

/** Whether an item's name, collection and creators are not known, because its metadata was not read. */
export const isMetadataUnread = ({ warnings = [] }: Warned) => warnings.includes('metadata-unread');

/** An NFT's name, or what stands in its place. */
export const nameWords = (nft: Warned & { name: string }) =>
  nft.name || (isMetadataUnread(nft) ? 'Name not read' : 'Without a name');

/** A token's symbol, else its name, or what stands in their place. */
export const tokenWords = (token: Warned & { symbol: string; name: string }) =>
  token.symbol || token.name || (isMetadataUnread(token) ? 'Name not read' : 'No name');

/** What stands in place of an image: that there is none, or that it was not read. */
export function noImageWords(
  { warnings = [], settled }: Warned & { settled?: true },
  pictures: Pictures,
): string {
  const isUnread = warnings.some((word) => IMAGE_UNREAD.includes(word));
  return isUnread || (pictures === 'stopped' && settled === undefined) ? 'Image not read' : 'No image';
}

/** The state of an account's page. */
export type Reading = HoldingsState & { reading: boolean; cancelled: boolean };

/** What becomes of the pictures of a reading. */
export function picturesOf({ reading, phase, failure, error }: Reading): Pictures {
  if (reading) return 'coming';
  return phase === 'done' && failure === undefined && error === undefined ? 'over' : 'stopped';
}

/**
 * How many items are here of a list that is known to be longer, where its reading goes on, was stopped or has
 * failed; undefined where the whole is here, or on its way from a server that has read it.
 */
export function readSoFar(state: Reading, kind: 'tokens' | 'nfts'): number | undefined {
  const { head, listed, progress, failure, error, cancelled, reading } = state;
  const here = state[kind].length;
  if (head === undefined || listed || head.missing !== undefined || here === 0) return undefined;
  const isListing = reading && progress !== undefined && progress.step !== 'documents';
  return isListing || cancelled || failure?.part === 'listing' || error !== undefined ? here : undefined;
}

/** How many an account holds, and how many of them have been read where that is not all (`readSoFar`). */
export function heldWords(head: AccountHead, kind: 'tokens' | 'nfts', read: number | undefined): string {
  return head.missing === undefined ? formatPart(read, head[kind]) : `${formatCount(head[kind])} read`;
}
