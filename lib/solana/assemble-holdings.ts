import type { InlineMetadata } from '@/lib/solana/accounts/token-extensions';
import type { TokenMetadata } from '@/lib/solana/accounts/token-metadata';
import type { TokenAccount } from '@/lib/solana/accounts/token-program';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { TokenRecord } from './accounts/token-metadata';
import type { Mint } from './accounts/token-program';
import type { Commitment } from './commitment';
import { type NotRead, withoutAssets, withUnreadOf } from './coverage';
import type { MintFacts, TokenAccountFacts } from './facts/fact-schemas';
import type { Lock } from './facts/messages';
import { type Scaling, uiAmountOf } from './facts/ui-amount';
import type { ExtendedHoldings, ExtendedNft, ExtendedToken, Item, NftMetadata } from './holdings';
import { sortByMint } from './holdings-page';
import { isWrappedSol } from './programs';
import type { TokenList } from './token-list';
import { type HoldingsWarning, textWarnings, type Warning } from './warnings';

/** A token account and its address. */
export type OwnedTokenAccount = {
  address: SolanaAddress;
  programId: string;
  account: TokenAccount;
  /** Decoded extensions of a Token-2022 account; undefined if nothing applies. */
  facts?: TokenAccountFacts | undefined;
  /** Lamports of the account; undefined if the node did not send them exactly. */
  lamports?: bigint | undefined;
  /** Decimals of the mint, if the node sent them with the account. */
  decimals?: number | undefined;
};

/** The empty token accounts that an owner can close, and the lamports that closing all of them returns. */
export type ClosableAccounts = { count: number; lamports: bigint };

/**
 * Whether the owner can close an account: the balance is zero, there are no withheld fees, a confidential balance is
 * impossible, and no other address is the close authority.
 */
export const isClosable = ({ account, facts }: OwnedTokenAccount): boolean =>
  account.amount === 0n &&
  (account.closeAuthority ?? account.owner) === account.owner &&
  facts?.withheldFee === undefined &&
  facts?.confidential === undefined;

/** Data of a mint, as far as it was read. */
export type KnownMint = {
  decimals: number;
  supply: bigint;
  /** `unread` if the read failed: the mint may have metadata. */
  metadata: TokenMetadata | InlineMetadata | 'none' | 'unread';
  /** Whether the mint does not exist or is invalid; the decimals then come from the token list, or are 0. */
  missing: boolean;
  facts: MintFacts;
  /** Token-2022 group that the mint is a member of. */
  group?: SolanaAddress | undefined;
  scaling: Scaling;
};

/** The token record of a frozen account: `none` if it does not exist, `unread` if the read failed. */
export type ReadTokenRecord = TokenRecord | 'none' | 'unread';

/** The edition of an NFT; `unread` if its account could not be read. */
export type MintEdition = NonNullable<ExtendedNft['edition']> | 'unread';

/** Checks whether an edition, or the master edition of a print, could not be read. */
export const isEditionUnread = (edition: MintEdition): boolean =>
  edition === 'unread' || edition.supply === null;

/** Placeholder for a mint that does not exist or is invalid. */
export const NO_MINT: Mint = {
  mintAuthority: null,
  supply: 0n,
  decimals: 0,
  isInitialized: false,
  freezeAuthority: null,
};

/**
 * Classifies a mint (contract §3). Decimals are checked first: they cannot change, whereas metadata can claim that a
 * token is an NFT. Token standard 0 is an NFT, although the number is falsy.
 */
export function classify(mint: SolanaAddress, known: KnownMint): 'nft' | 'semi-fungible' | 'token' {
  if (known.missing || isWrappedSol(mint) || known.decimals > 0 || known.metadata === 'none') return 'token';
  // If the metadata could not be read, a supply of 1 is the only hint that the mint is an NFT.
  if (known.metadata === 'unread') return known.supply === 1n ? 'nft' : 'token';
  const standard = 'tokenStandard' in known.metadata ? known.metadata.tokenStandard : null;
  if (standard === 2) return 'token';
  if (standard === 1) return 'semi-fungible';
  if (standard !== null) return 'nft';
  return known.supply === 1n ? 'nft' : 'semi-fungible';
}

/** Returns the lock of an item; null if its account is frozen and its token record was not read. */
function lockOf(account: TokenAccount, record: ReadTokenRecord): Lock | null {
  if (account.state !== 'frozen') return 'none';
  if (record === 'none') return 'frozen';
  return record === 'unread' ? null : record.state;
}

/**
 * Creates the item for a token account.
 * @param record token record of a frozen account; `none` for any other account
 * @param emptyIsToken whether an account without a balance counts as a token, whatever its mint
 * @param edition undefined if the mint has no edition or it was not requested
 */
export function assembleItem(
  owned: OwnedTokenAccount,
  known: KnownMint,
  record: ReadTokenRecord,
  list: TokenList,
  edition?: MintEdition,
  emptyIsToken = false,
): Item {
  const { account } = owned;
  const kind = emptyIsToken && account.amount === 0n ? 'token' : classify(account.mint, known);
  const metadata = typeof known.metadata === 'string' ? undefined : known.metadata;
  // Skip the token list if an NFT has a name and symbol: the lookup would double the time of this function.
  const isNamed = kind !== 'token' && metadata?.name && metadata.symbol;
  const listed = isNamed ? undefined : list.find(account.mint);
  const name = metadata?.name || listed?.name || '';
  const symbol = metadata?.symbol || listed?.symbol || '';
  const warnings: Warning[] = textWarnings(name, symbol);
  if (known.missing) warnings.push('mint-missing');
  if (known.metadata === 'unread') warnings.push('metadata-unread');
  const imitates = kind === 'token' && listed === undefined && symbol !== '';
  const looksLike = (imitates ? list.wellKnown(symbol) : undefined) ?? null;
  if (looksLike !== null) warnings.push('look-alike-symbol');
  if (edition !== undefined && isEditionUnread(edition)) warnings.push('edition-unread');
  const tokenStandard = metadata !== undefined && 'tokenStandard' in metadata ? metadata.tokenStandard : null;
  const ofMetadata = metadata !== undefined && 'collection' in metadata ? metadata.collection : null;
  const collection = ofMetadata ?? (known.group === undefined ? null : { key: known.group, verified: true });
  const accountLamports = owned.lamports ?? null;
  const supply = known.missing ? null : known.supply;
  const additionalMetadata = additionalMetadataOf(metadata, warnings);
  const state = account.state === 'frozen' ? 'frozen' : 'initialized';
  const lock = lockOf(account, record);
  const delegateRole = typeof record === 'object' ? record.delegateRole : null;
  const delegatedAmount = account.delegate === null ? '0' : account.delegatedAmount.toString();
  const uiAmountString = known.missing ? null : uiAmountOf(account.amount, known.decimals, known.scaling);
  // No spread: it would give each item its own hidden class.
  if (kind === 'token') {
    const item: ExtendedToken = {
      decimals: known.missing ? (listed?.decimals ?? 0) : known.decimals,
      amount: account.amount,
      address: owned.address,
      mint: account.mint,
      name,
      symbol,
      image: listed?.image ?? '',
      amountString: account.amount.toString(),
      programId: owned.programId,
      tokenStandard,
      collection,
      state,
      delegate: account.delegate,
      warnings,
      lock,
      delegateRole,
      delegatedAmount,
      closeAuthority: account.closeAuthority,
      uiAmountString,
      mintFacts: known.facts,
      accountFacts: owned.facts ?? {},
      accountLamports,
      supply,
      additionalMetadata,
      inTokenList: list.isEmpty ? null : listed !== undefined,
      looksLike,
    };
    return { kind, item };
  }
  const documented = nftMetadata(account.mint, known.metadata);
  const item: ExtendedNft = {
    mint: account.mint,
    address: owned.address,
    isSemiFungible: kind === 'semi-fungible',
    name,
    symbol,
    image: '',
    sellerFeeBasisPoints: documented.data.sellerFeeBasisPoints,
    metadata: documented,
    amountString: account.amount.toString(),
    programId: owned.programId,
    tokenStandard,
    collection,
    amount: account.amount,
    decimals: known.decimals,
    state,
    delegate: account.delegate,
    warnings,
    lock,
    delegateRole,
    delegatedAmount,
    closeAuthority: account.closeAuthority,
    uiAmountString,
    mintFacts: known.facts,
    accountFacts: owned.facts ?? {},
    accountLamports,
    supply,
    additionalMetadata,
    edition: edition === undefined || edition === 'unread' ? null : edition,
    compression: null,
  };
  return { kind: 'nft', item };
}

/** Adds an edition, which was read separately, to an NFT. */
export const withEdition = (nft: ExtendedNft, edition: MintEdition): ExtendedNft => ({
  ...nft,
  edition: edition === 'unread' ? null : edition,
  warnings: isEditionUnread(edition) ? [...nft.warnings, 'edition-unread'] : nft.warnings,
});

/** Maximum number of pairs of additional metadata per item. */
const MAX_PAIRS = 64;
/** Maximum number of characters in all pairs of additional metadata of an item. */
const MAX_PAIR_CHARACTERS = 8_192;

/** Returns the pairs of additional metadata within the limits, and adds a warning to `warnings` if there are more. */
function additionalMetadataOf(
  metadata: TokenMetadata | InlineMetadata | undefined,
  warnings: Warning[],
): ExtendedToken['additionalMetadata'] {
  if (metadata === undefined || !('additionalMetadata' in metadata)) return [];
  const pairs: ExtendedToken['additionalMetadata'] = [];
  let characters = 0;
  for (const [key, value] of metadata.additionalMetadata) {
    characters += key.length + value.length;
    if (pairs.length === MAX_PAIRS || characters > MAX_PAIR_CHARACTERS) {
      warnings.push('additional-metadata-cut');
      break;
    }
    pairs.push({ key, value });
  }
  return pairs;
}

/** Builds the documented `metadata` object from a Metaplex metadata account. */
export function documentedMetadata(metadata: TokenMetadata): NftMetadata {
  const { name, symbol, uri, sellerFeeBasisPoints, creators } = metadata;
  return {
    key: metadata.key,
    updateAuthority: metadata.updateAuthority,
    mint: metadata.mint,
    data: { name, symbol, uri, sellerFeeBasisPoints, creators },
    primarySaleHappened: metadata.primarySaleHappened,
    isMutable: metadata.isMutable,
    editionNonce: metadata.editionNonce,
  };
}

/**
 * Builds the documented `metadata` object from any kind of metadata (contract §3). Facts are null if the metadata could
 * not be read.
 */
export function nftMetadata(mint: SolanaAddress, metadata: KnownMint['metadata']): NftMetadata {
  if (typeof metadata === 'object' && 'key' in metadata) return documentedMetadata(metadata);
  const isUnread = metadata === 'unread';
  const { name, symbol, uri, updateAuthority } = typeof metadata === 'object' ? metadata : NO_METADATA;
  return {
    key: 0,
    updateAuthority: updateAuthority ?? '',
    mint,
    data: {
      name,
      symbol,
      uri,
      sellerFeeBasisPoints: isUnread ? null : 0,
      creators: isUnread ? null : [],
    },
    primarySaleHappened: isUnread ? null : false,
    isMutable: isUnread ? null : updateAuthority !== null,
    editionNonce: null,
  };
}

const NO_METADATA = { name: '', symbol: '', uri: '', updateAuthority: null };

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
): ExtendedHoldings {
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
    lamports,
    nfts,
    tokens,
    lamportsString: lamports.toString(),
    slot,
    commitment,
    warnings,
    coverage,
    primaryName: null,
  };
}
