/** Placeholder for a value that could not be read. */
export const NOT_READ = 'Not read this time';

/** Warnings which mean that an item's metadata or document, and therefore its image, was not read. */
const IMAGE_UNREAD = ['metadata-unread', 'document-late', 'document-unreachable', 'document-too-large'];

type Warned = { warnings?: readonly string[] };

/** Checks whether an item's name, collection and creators are unknown because its metadata was not read. */
export const isMetadataUnread = ({ warnings = [] }: Warned) => warnings.includes('metadata-unread');

/** Returns an NFT's name, or a placeholder. */
export const nftLabel = (nft: Warned & { name: string }) =>
  nft.name || (isMetadataUnread(nft) ? 'Name not read' : 'Without a name');

/** Returns a token's symbol or name, or a placeholder. */
export const tokenLabel = (token: Warned & { symbol: string; name: string }) =>
  token.symbol || token.name || (isMetadataUnread(token) ? 'Name not read' : 'No name');

/** Warnings which mean that an NFT's document, and therefore the picture that it names, cannot be read. */
const DOCUMENT_UNUSABLE = [
  'document-unreachable',
  'document-invalid',
  'document-too-large',
  'document-uri-unusable',
];

/** Checks whether an item has no picture because its document cannot be read. */
export const hasNoDocument = ({ warnings = [] }: Warned) =>
  warnings.some((word) => DOCUMENT_UNUSABLE.includes(word));

/** Returns the placeholder of an item without a path to an image. */
export const noImageLabel = ({ warnings = [] }: Warned) =>
  warnings.some((word) => IMAGE_UNREAD.includes(word)) ? 'Image not read' : 'No image';
