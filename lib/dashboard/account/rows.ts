import { cleanText } from '@/lib/dashboard/format';
import type { ClosableAccounts } from '@/lib/solana/assemble-holdings';
import type { Coverage } from '@/lib/solana/coverage';
import { FACTS_NOT_IN_ROWS, isTakeable, type Lock, type MintFactName } from '@/lib/solana/facts/messages';
import type { ExtendedHoldings, ExtendedNft, ExtendedToken, Item } from '@/lib/solana/holdings';
import { BUBBLEGUM_PROGRAM, MPL_CORE_PROGRAM, TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import type { Warning } from '@/lib/solana/warnings';

/** Head of an account page, with the account's balance and counts. Amounts are strings because JSON has no bigint. */
export type AccountTotals = {
  address: string;
  lamports: string;
  slot: number;
  tokens: number;
  nfts: number;
  warnings: string[];
  /** Kinds of asset that the account may hold but that were not read, and why. */
  notRead: Coverage['notRead'];
  /** Set if the chain has no token list. */
  noTokenList?: true;
  /** Empty token accounts that the owner can close; set only if there is at least one. */
  closable?: { count: number; lamports: string };
};

/** The lock of an item: `unread` if it could not be read, absent if the item is not locked. */
export type RowLock = Exclude<Lock, 'none'> | 'unread';

/** A row of the token table. Names are cleaned (`cleanText`). Flags that are false are omitted. */
export type TokenRow = {
  address: string;
  mint: string;
  symbol: string;
  name: string;
  /** Amount in raw units. */
  amount: string;
  decimals: number;
  /** Path of the image; absent if the token has neither an image nor a document. */
  picture?: string;
  /** The scaled amount as a decimal; present only if the mint scales amounts. */
  shown?: string;
  token2022?: true;
  lock?: RowLock;
  /** Mint facts that are shown in a row. */
  facts?: MintFactName[];
  delegate?: string;
  /** How much the delegate can move, in raw units. */
  delegatedAmount?: string;
  unverified?: true;
  warnings?: string[];
  /** The well-known token that the symbol imitates. */
  looksLike?: { symbol: string; mint: string };
  /** Position of a well-known token in the token list. */
  rank?: number;
  /** Address that can move or burn the token in any account. */
  permanentDelegate?: string;
  /** Address that can unfreeze a frozen token. */
  freezeAuthority?: string;
};

/** Key of the account's SOL among its tokens; other keys are addresses of token accounts. */
export const SOL_KEY = 'SOL';

/** A card of the gallery. Names are cleaned (`cleanText`). Flags that are false are omitted. */
export type NftRow = {
  address: string;
  mint: string;
  name: string;
  symbol: string;
  /** Path of the image; absent if the NFT has neither an image nor an unread document. */
  picture?: string;
  /** Amount in raw units; present only for semi-fungible items. */
  amount?: string;
  /** Address of the verified collection. */
  collection?: string;
  compressed?: true;
  core?: true;
  lock?: RowLock;
  delegate?: string;
  /** Set if a delegate can move or burn the NFT, not only lock it. Not set for a listing, where the delegate is a marketplace. */
  takeable?: true;
  unverified?: true;
  /** Address that can unfreeze a frozen NFT. */
  freezeAuthority?: string;
  /** Set if a creator has signed the NFT, but it is not in a verified collection. */
  signed?: true;
  /** Whether others can move it, or no one can, because of its mint. */
  facts?: MintFactName[];
  /** Address that can move or burn the NFT in any account. */
  permanentDelegate?: string;
  /** In basis points; null if it could not be read. */
  royalty?: number | null;
  warnings?: string[];
};

/**
 * Converts the URL of an untrusted image, or the URI of the document that names it, to a path on this server. Returns
 * undefined if it cannot be fetched.
 */
export type ImagePath = (url: string, kind: 'image' | 'document') => string | undefined;

/** Creates a row without the members that are undefined or false, because a page can contain thousands of rows. */
function compact<Row extends object>(members: { [Name in keyof Row]: Row[Name] | undefined | false }): Row {
  const row: Record<string, unknown> = {};
  // `Object.entries` takes twice as long.
  for (const name in members) {
    const value = members[name];
    if (value !== undefined && value !== false) row[name] = value;
  }
  return row as Row;
}

const unlessEmpty = <Item>(items: Item[]): Item[] | undefined => (items.length === 0 ? undefined : items);

/** Returns the path of an item's image. The route reads the document of an item whose image is not known. */
function pictureOf(image: string, documentUri: string, path: ImagePath): string | undefined {
  const url = image || documentUri;
  return url === '' ? undefined : path(url, image === '' ? 'document' : 'image');
}

/** Warnings that make an item's name untrustworthy. */
const NAME_WARNINGS: readonly Warning[] = [
  'look-alike-symbol',
  'link-in-name',
  'bidi-characters',
  'invisible-characters',
];

/** Checks whether a warning is about a name or symbol. */
export const isNameWarning = (warning: string): warning is Warning =>
  (NAME_WARNINGS as readonly string[]).includes(warning);

/** Checks whether an item's warnings mean that its name or symbol is misleading. */
export const misleads = (warnings: readonly string[]) => warnings.some(isNameWarning);

/** Creates the head of a page. */
export function accountHead(
  address: string,
  holdings: ExtendedHoldings,
  closable: ClosableAccounts = { count: 0, lamports: 0n },
): AccountTotals {
  const { count, lamports } = closable;
  return compact<AccountTotals>({
    address,
    lamports: holdings.lamportsString,
    slot: holdings.slot,
    tokens: holdings.tokens.length,
    nfts: holdings.nfts.length,
    warnings: holdings.warnings,
    notRead: holdings.coverage.notRead,
    noTokenList: holdings.tokens.some(({ inTokenList }) => inTokenList === null),
    closable: count > 0 && { count, lamports: lamports.toString() },
  });
}

function isVerified({ inTokenList, symbol, name, warnings }: ExtendedToken): boolean {
  return inTokenList ?? (cleanText(symbol + name) !== '' && !misleads(warnings));
}

const lockOf = ({ lock }: Pick<ExtendedToken, 'lock'>): RowLock | undefined =>
  lock === 'none' ? undefined : (lock ?? 'unread');

/** Whether the mint of an item scales amounts, so that the shown amount is not the raw one with decimals. */
export const isScaled = ({ mintFacts }: Pick<ExtendedToken, 'mintFacts'>): boolean =>
  mintFacts.scaledUiAmount !== undefined || mintFacts.interestBearing !== undefined;

/**
 * Converts a token to a row. A token is unverified if it is not in the token list or, on a chain without a list, if its
 * name is empty or misleading.
 * @param documentUri URI of the token's document, if it has not been read
 * @param rank position of a well-known token in the token list
 */
export function tokenRow(
  token: ExtendedToken,
  imagePath: ImagePath,
  documentUri = '',
  rank?: number,
): TokenRow {
  const symbol = cleanText(token.symbol);
  const name = cleanText(token.name);
  const { mintFacts, looksLike } = token;
  const facts = (Object.keys(mintFacts) as MintFactName[]).filter((fact) => !FACTS_NOT_IN_ROWS.has(fact));
  return compact<TokenRow>({
    address: token.address,
    mint: token.mint,
    symbol,
    name,
    amount: token.amountString,
    decimals: token.decimals,
    picture: pictureOf(token.image, documentUri, imagePath),
    token2022: token.programId === TOKEN_2022_PROGRAM,
    shown: isScaled(token) && (token.uiAmountString ?? undefined),
    lock: lockOf(token),
    freezeAuthority: token.lock === 'frozen' && mintFacts.freezeAuthority,
    facts: unlessEmpty(facts),
    delegate: token.delegate ?? undefined,
    delegatedAmount: token.delegate !== null && String(token.delegatedAmount),
    unverified: !isVerified(token),
    warnings: unlessEmpty(token.warnings),
    looksLike: looksLike !== null && { symbol: cleanText(looksLike.symbol), mint: looksLike.mint },
    rank,
    permanentDelegate: mintFacts.permanentDelegate,
  });
}

/** Mint facts that are shown on the card of an NFT. */
const NFT_ROW_FACTS: readonly MintFactName[] = ['permanentDelegate', 'nonTransferable'];

/**
 * Converts an NFT to a card. An NFT is unverified if it has no verified collection or a misleading name. A creator's
 * signature proves nothing, because anyone who mints an item can be its creator and sign.
 */
export function nftRow(nft: ExtendedNft, imagePath: ImagePath): NftRow {
  const { uri, uriData } = nft.metadata.data;
  const verifiedCollection = nft.collection?.verified ? nft.collection.key : undefined;
  const isSigned = nft.metadata.data.creators?.some((creator) => creator.verified) ?? false;
  return compact<NftRow>({
    address: nft.address,
    mint: nft.mint,
    name: cleanText(nft.name),
    symbol: cleanText(nft.symbol),
    picture: pictureOf(nft.image, uriData === undefined ? uri : '', imagePath),
    amount: nft.isSemiFungible && nft.amountString,
    collection: verifiedCollection,
    compressed: nft.programId === BUBBLEGUM_PROGRAM,
    core: nft.programId === MPL_CORE_PROGRAM,
    lock: lockOf(nft),
    freezeAuthority: nft.lock === 'frozen' && nft.mintFacts.freezeAuthority,
    delegate: nft.delegate ?? undefined,
    takeable: isTakeable(nft) && nft.lock !== 'listed',
    unverified: verifiedCollection === undefined || misleads(nft.warnings),
    signed: verifiedCollection === undefined && isSigned,
    facts: unlessEmpty(NFT_ROW_FACTS.filter((fact) => nft.mintFacts[fact] !== undefined)),
    permanentDelegate: nft.mintFacts.permanentDelegate,
    royalty: nft.sellerFeeBasisPoints !== 0 && nft.sellerFeeBasisPoints,
    warnings: unlessEmpty(nft.warnings),
  });
}

/**
 * Converts an item to a row.
 * @param tokenUri URI of the document of a token, if it has not been read
 */
export const itemRow = (found: Item, imagePath: ImagePath, tokenUri?: string): TokenRow | NftRow =>
  found.kind === 'nft' ? nftRow(found.item, imagePath) : tokenRow(found.item, imagePath, tokenUri);
