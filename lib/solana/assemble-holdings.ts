import type { Mint } from '@/lib/solana/accounts/mint';
import type { TokenAccount } from '@/lib/solana/accounts/token-account';
import type { InlineMetadata } from '@/lib/solana/accounts/token-extensions';
import type { TokenMetadata } from '@/lib/solana/accounts/token-metadata';
import type { TokenRecord } from '@/lib/solana/accounts/token-record';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { MintFacts } from './facts/fact-schemas';
import type { Lock } from './facts/sentences';
import { type Scaling, uiAmountOf } from './facts/ui-amount';
import type { ExtendedNft, ExtendedToken, NftMetadata } from './holdings';
import { WRAPPED_SOL_MINT } from './programs';
import type { TokenList } from './token-list';
import { textWarnings, type Warning } from './warnings';

/** A token account found for an owner, and where. */
export type OwnedTokenAccount = {
  address: SolanaAddress;
  programId: string;
  account: TokenAccount;
  /** Its mint's decimals, where the node told them with the account. */
  decimals?: number | undefined;
};

/** What is known of a mint. */
export type KnownMint = {
  decimals: number;
  supply: bigint;
  /** `unread`: its read failed, which is not the same as having none. */
  metadata: TokenMetadata | InlineMetadata | 'none' | 'unread';
  /** The mint does not exist, or is none: the token list's decimals count, else 0. */
  missing: boolean;
  facts: MintFacts;
  scaling: Scaling;
};

/** What became of the token record of a frozen account. */
export type ReadTokenRecord = TokenRecord | 'none' | 'unread';

/** An account's item and the list it belongs to. */
export type Item = { kind: 'nft'; item: ExtendedNft } | { kind: 'token'; item: ExtendedToken };

/** Facts of a mint whose account does not exist or is no mint. */
export const NO_MINT: Mint = {
  mintAuthority: null,
  supply: 0n,
  decimals: 0,
  isInitialized: false,
  freezeAuthority: null,
};

/**
 * NFT or token, contract §3. The decimals rule comes first: they cannot change, while anyone may attach metadata
 * that claims to be an NFT's. Token standard 0 is an NFT, and falsy.
 */
export function classify(mint: SolanaAddress, known: KnownMint): 'nft' | 'semi-fungible' | 'token' {
  if (known.missing || mint === WRAPPED_SOL_MINT || known.decimals > 0 || known.metadata === 'none')
    return 'token';
  // Metadata that could not be read: supply 1 is an NFT whatever it says but `Fungible`; nothing else is certain.
  if (known.metadata === 'unread') return known.supply === 1n ? 'nft' : 'token';
  const standard = 'tokenStandard' in known.metadata ? known.metadata.tokenStandard : null;
  if (standard === 2) return 'token';
  if (standard === 1) return 'semi-fungible';
  if (standard !== null) return 'nft';
  return known.supply === 1n ? 'nft' : 'semi-fungible';
}

/** What keeps an item in its account; null when its account is frozen and its token record was not read. */
function lockOf(account: TokenAccount, record: ReadTokenRecord): Lock | null {
  if (account.state !== 'frozen') return 'none';
  if (record === 'none') return 'frozen';
  return record === 'unread' ? null : record.state;
}

/**
 * One token account with what is known of its mint, as an item.
 * @param record token record of a frozen account; `none` for any other
 */
export function assembleItem(
  owned: OwnedTokenAccount,
  known: KnownMint,
  record: ReadTokenRecord,
  list: TokenList,
): Item {
  const { account } = owned;
  const kind = classify(account.mint, known);
  const metadata = typeof known.metadata === 'string' ? undefined : known.metadata;
  // An NFT that says its name and symbol needs nobody else to: a look into the long list takes as long as the rest of it.
  const isNamed = kind !== 'token' && metadata?.name && metadata.symbol;
  const listed = isNamed ? undefined : list.find(account.mint);
  const name = metadata?.name || listed?.name || '';
  const symbol = metadata?.symbol || listed?.symbol || '';
  const warnings: Warning[] = textWarnings(name, symbol);
  if (known.missing) warnings.push('mint-missing');
  if (known.metadata === 'unread') warnings.push('metadata-unread');
  if (kind === 'token' && listed === undefined && symbol !== '' && list.wellKnown(symbol) !== undefined) {
    warnings.push('look-alike-symbol');
  }
  const tokenStandard = metadata !== undefined && 'tokenStandard' in metadata ? metadata.tokenStandard : null;
  const collection = metadata !== undefined && 'collection' in metadata ? metadata.collection : null;
  const state = account.state === 'frozen' ? 'frozen' : 'initialized';
  const lock = lockOf(account, record);
  const delegateRole = typeof record === 'object' ? record.delegateRole : null;
  const delegatedAmount = account.delegate === null ? '0' : account.delegatedAmount.toString();
  const uiAmountString = known.missing ? null : uiAmountOf(account.amount, known.decimals, known.scaling);
  // Members are named twice rather than spread in: a spread costs each item a hidden class of its own.
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
      inTokenList: list.isEmpty ? null : listed !== undefined,
    };
    return { kind, item };
  }
  const documented = nftMetadata(account.mint, metadata);
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
  };
  return { kind: 'nft', item };
}

/** The documented `metadata` object of a Metaplex metadata account. */
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

/** The documented `metadata` object, whatever the metadata came from (contract §3, Token-2022). */
function nftMetadata(mint: SolanaAddress, metadata: TokenMetadata | InlineMetadata | undefined): NftMetadata {
  if (metadata !== undefined && 'key' in metadata) return documentedMetadata(metadata);
  const { name = '', symbol = '', uri = '', updateAuthority = null } = metadata ?? {};
  return {
    key: 0,
    updateAuthority: updateAuthority ?? '',
    mint,
    data: { name, symbol, uri, sellerFeeBasisPoints: 0, creators: [] },
    primarySaleHappened: false,
    isMutable: updateAuthority !== null,
    editionNonce: null,
  };
}
