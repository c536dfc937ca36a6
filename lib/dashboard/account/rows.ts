import { cleanText } from '@/lib/dashboard/format';
import type { Coverage } from '@/lib/solana/coverage';
import { type Lock, MINT_FACTS, type MintFactName } from '@/lib/solana/facts/sentences';
import type { ExtendedHoldings, ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import { BUBBLEGUM_PROGRAM, MPL_CORE_PROGRAM, TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import type { Warning } from '@/lib/solana/warnings';

/** What the account page's head shows. Amounts travel as digits: a bigint is no JSON. */
export type AccountHead = {
  address: string;
  lamports: string;
  slot: number;
  tokens: number;
  nfts: number;
  warnings: string[];
  /** Kinds of asset that may be held and are not listed, and why. */
  notRead: Coverage['notRead'];
  /** How many items could not be read, where the reading failed: tokens and NFTs are those that were. */
  missing?: number;
  /** Its tokens were looked up in no token list: none is known for the chain. */
  noTokenList?: true;
};

/** What keeps an item in its account; `unread` where it is not known, and left out where nothing does. */
export type RowLock = Exclude<Lock, 'none'> | 'unread';

/** A line of the token table. Names are cleaned; flags that do not hold are left out. */
export type TokenRow = {
  address: string;
  mint: string;
  symbol: string;
  name: string;
  /** Raw units. */
  amount: string;
  decimals: number;
  picture?: string;
  /** Its document has been looked at: no other picture will come. */
  settled?: true;
  /** The amount as its mint scales it, as a decimal; only of mints that scale. */
  shown?: string;
  token2022?: true;
  lock?: RowLock;
  /** What its mint can do that a row names. */
  facts?: MintFactName[];
  delegate?: string;
  unverified?: true;
  warnings?: string[];
};

/** A card of the gallery. Names are cleaned; flags that do not hold are left out. */
export type NftRow = {
  address: string;
  mint: string;
  name: string;
  symbol: string;
  picture?: string;
  /** Its document has been looked at: no other picture will come. */
  settled?: true;
  /** Only of semi-fungible ones, raw units. */
  amount?: string;
  /** The verified collection. */
  collection?: string;
  compressed?: true;
  core?: true;
  lock?: RowLock;
  delegate?: string;
  unverified?: true;
  /** No collection has signed for it, but one of its creators has. */
  signed?: true;
  royalty?: number;
  warnings?: string[];
};

/** Turns an untrusted image's URL into a path of ours, or into nothing. */
export type ImagePath = (url: string) => string | undefined;

/** Warnings about a name: what an item that they hold for says of itself is not to be believed. */
const NAME_WARNINGS: readonly Warning[] = [
  'look-alike-symbol',
  'link-in-name',
  'bidi-characters',
  'invisible-characters',
];

const misleads = (warnings: readonly string[]) =>
  warnings.some((warning) => (NAME_WARNINGS as readonly string[]).includes(warning));

/** The page's head. @param missing how many items the holdings lack, where the reading failed */
export function accountHead(address: string, holdings: ExtendedHoldings, missing?: number): AccountHead {
  return {
    address,
    lamports: holdings.lamportsString,
    slot: holdings.slot,
    tokens: holdings.tokens.length,
    nfts: holdings.nfts.length,
    warnings: holdings.warnings,
    notRead: holdings.coverage.notRead,
    ...(missing === undefined ? {} : { missing }),
    ...(holdings.tokens.some(({ inTokenList }) => inTokenList === null) ? { noTokenList: true } : {}),
  };
}

function isVerified({ inTokenList, symbol, name, warnings }: ExtendedToken): boolean {
  return inTokenList ?? (cleanText(symbol + name) !== '' && !misleads(warnings));
}

const lockOf = ({ lock }: { lock: Lock | null }): { lock?: RowLock } =>
  lock === 'none' ? {} : { lock: lock ?? 'unread' };

function shownOf({ mintFacts, uiAmountString }: ExtendedToken): { shown?: string } {
  const isScaled = mintFacts.scaledUiAmount !== undefined || mintFacts.interestBearing !== undefined;
  return isScaled && uiAmountString !== null ? { shown: uiAmountString } : {};
}

function factsOf({ mintFacts }: ExtendedToken): { facts?: MintFactName[] } {
  const facts = (Object.keys(mintFacts) as MintFactName[]).filter((name) => MINT_FACTS[name].inRows);
  return facts.length === 0 ? {} : { facts };
}

/**
 * A token as a line. Unverified: not in the token list, whatever it says of itself; where the chain has no list, without
 * a name, or with one that misleads.
 */
export function tokenRow(token: ExtendedToken, imagePath: ImagePath): TokenRow {
  const symbol = cleanText(token.symbol);
  const name = cleanText(token.name);
  const image = token.image === '' ? undefined : imagePath(token.image);
  return {
    address: token.address,
    mint: token.mint,
    symbol,
    name,
    amount: token.amountString,
    decimals: token.decimals,
    ...(image === undefined ? {} : { picture: image }),
    ...(token.programId === TOKEN_2022_PROGRAM ? { token2022: true } : {}),
    ...shownOf(token),
    ...lockOf(token),
    ...factsOf(token),
    ...(token.delegate === null ? {} : { delegate: token.delegate }),
    ...(isVerified(token) ? {} : { unverified: true }),
    ...(token.warnings.length === 0 ? {} : { warnings: token.warnings }),
  };
}

/**
 * An NFT as a card. Unverified: no collection has signed for it, or its name misleads. A creator's signature vouches for
 * nothing: whoever makes an item can be its creator, and sign.
 */
export function nftRow(nft: ExtendedNft, imagePath: ImagePath): NftRow {
  const image = nft.image === '' ? undefined : imagePath(nft.image);
  const verifiedCollection = nft.collection?.verified ? nft.collection.key : undefined;
  const isVerified = verifiedCollection !== undefined && !misleads(nft.warnings);
  const isSigned = nft.metadata.data.creators.some((creator) => creator.verified);
  return {
    address: nft.address,
    mint: nft.mint,
    name: cleanText(nft.name),
    symbol: cleanText(nft.symbol),
    ...(image === undefined ? {} : { picture: image }),
    ...(nft.isSemiFungible ? { amount: nft.amountString } : {}),
    ...(verifiedCollection === undefined ? {} : { collection: verifiedCollection }),
    ...(nft.programId === BUBBLEGUM_PROGRAM ? { compressed: true } : {}),
    ...(nft.programId === MPL_CORE_PROGRAM ? { core: true } : {}),
    ...lockOf(nft),
    ...(nft.delegate === null ? {} : { delegate: nft.delegate }),
    ...(isVerified ? {} : { unverified: true }),
    ...(verifiedCollection === undefined && isSigned ? { signed: true } : {}),
    ...(nft.sellerFeeBasisPoints === 0 ? {} : { royalty: nft.sellerFeeBasisPoints }),
    ...(nft.warnings.length === 0 ? {} : { warnings: nft.warnings }),
  };
}
