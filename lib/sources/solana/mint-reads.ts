import type { Clock } from '@/lib/solana/accounts/clock';
import { decodeInlineMetadata, type InlineMetadata, readGroup } from '@/lib/solana/accounts/token-extensions';
import {
  decodeTokenMetadata,
  decodeTokenRecord,
  isTokenMetadata,
  type TokenMetadata,
} from '@/lib/solana/accounts/token-metadata';
import { decodeMint, type Mint } from '@/lib/solana/accounts/token-program';
import type { SolanaAddress } from '@/lib/solana/address/address';
import {
  type KnownMint,
  NO_MINT,
  type OwnedTokenAccount,
  type ReadTokenRecord,
} from '@/lib/solana/assemble-holdings';
import { mintFactsOf, scalingOf } from '@/lib/solana/facts/mint-extensions';
import { TOKEN_2022_PROGRAM, TOKEN_METADATA_PROGRAM } from '@/lib/solana/programs';
import type { ReadAccount } from './read-accounts';

/** A mint that is being read. Its fields are set as accounts arrive. */
export type MintRead = {
  address: SolanaAddress;
  programId: string;
  /** Address of the mint's Metaplex metadata, derived when it is requested. */
  metadataAddress: SolanaAddress | undefined;
  /** Decimals that the node sent with a token account; undefined if it sent none. */
  decimals: number | undefined;
  /** Whether an account has a balance of the mint. */
  isHeld: boolean;
  /** Whether the mint's account is read. */
  isRequested: boolean;
  mint: Mint | undefined;
  /** Data of a Token-2022 mint, kept until its extensions are read and its pointer is followed. */
  data: Buffer | undefined;
  metaplex: TokenMetadata | 'none' | 'unread';
  /** The combined result, created on first use. */
  known: KnownMint | undefined;
};

/** A token account whose mint is read. */
export type AccountOfMint = Pick<OwnedTokenAccount, 'address' | 'programId' | 'decimals'> & {
  account: Pick<OwnedTokenAccount['account'], 'mint' | 'state' | 'amount'>;
};

/**
 * Collects the accounts to read in step two, which token accounts refer to.
 * @param withoutFacts collect only the accounts that the default format needs: no token records, no clock, and no mints
 * whose decimals the node has sent
 * @param fewerCalls prefer fewer calls to fewer round trips
 */
export function accountsToRead(owned: readonly AccountOfMint[], withoutFacts: boolean, fewerCalls: boolean) {
  const mints = new Map<SolanaAddress, MintRead>();
  /** Frozen accounts, which may have a token record. */
  const frozen: { address: SolanaAddress; mint: SolanaAddress }[] = [];
  /** Whether to read the chain's clock, on which the facts of Token-2022 mints can depend. */
  let needsClock = false;
  for (const { address, programId, decimals, account } of owned) {
    const { mint, state, amount } = account;
    if (programId === TOKEN_2022_PROGRAM && !withoutFacts) needsClock = true;
    if (state === 'frozen' && !withoutFacts) frozen.push({ address, mint });
    const other = mints.get(mint);
    if (other !== undefined) {
      other.isHeld ||= amount > 0n;
      continue;
    }
    mints.set(mint, {
      address: mint,
      programId,
      metadataAddress: undefined,
      decimals,
      isHeld: amount > 0n,
      // The supply of a mint with 0 decimals may be needed. Reading it later costs a round trip; reading it now costs a
      // call.
      isRequested: !withoutFacts || decimals === undefined || (decimals === 0 && !fewerCalls),
      mint: undefined,
      data: undefined,
      metaplex: 'none',
      known: undefined,
    });
  }
  return { mints, frozen, needsClock };
}

/** Checks whether the metadata has a token standard, in which case the mint's supply does not matter. */
export const hasTokenStandard = ({ metaplex }: MintRead): boolean =>
  typeof metaplex === 'object' && metaplex.tokenStandard !== null;

/**
 * Checks whether only the mint's supply can distinguish an NFT from a semi-fungible, because its metadata has no token
 * standard.
 */
export const needsSupply = (read: MintRead): boolean =>
  !read.isRequested && read.decimals === 0 && read.metaplex !== 'none' && !hasTokenStandard(read);

/** Stores the decoded account of a mint in `read`, if the expected program owns the account. */
export function takeMint(read: MintRead, account: ReadAccount | undefined): void {
  if (typeof account !== 'object' || account?.owner !== read.programId) return;
  read.mint = decodeMint(account.data);
  if (read.programId === TOKEN_2022_PROGRAM) read.data = account.data;
}

/**
 * Decodes a Metaplex account. Returns `none` if it is burned, or of another program, type or mint, and `unread` if it is
 * malformed.
 */
export function metaplexOf(
  mint: SolanaAddress,
  account: ReadAccount | undefined,
): TokenMetadata | 'none' | 'unread' {
  if (account === 'unread') return 'unread';
  if (account?.owner !== TOKEN_METADATA_PROGRAM) return 'none';
  const metadata = decodeTokenMetadata(account.data);
  if (metadata === undefined) return isTokenMetadata(account.data) ? 'unread' : 'none';
  return metadata.mint === mint ? metadata : 'none';
}

/**
 * Decodes the metadata (TLV 19) in a mint's data. Returns it only if it names this mint: it can be a copy of another
 * mint's metadata.
 */
export function inlineOf(mint: SolanaAddress, data: Buffer): InlineMetadata | undefined {
  const inline = decodeInlineMetadata(data);
  return inline?.mint === mint ? inline : undefined;
}

/** Decodes a token record; returns `none` if the account belongs to another program or is not a token record. */
export function recordOf(account: ReadAccount): ReadTokenRecord {
  if (account === 'unread') return 'unread';
  if (account === null || account.owner !== TOKEN_METADATA_PROGRAM) return 'none';
  return decodeTokenRecord(account.data) ?? 'none';
}

/**
 * Combines what was read about a mint.
 * @param metadata Metaplex or inline metadata
 * @param clock the chain's clock, on which facts of Token-2022 mints can depend
 */
export function knownMint(
  { address, mint = NO_MINT, data, decimals, isRequested }: MintRead,
  metadata: KnownMint['metadata'],
  clock: Clock | undefined,
): KnownMint {
  const facts = mintFactsOf(mint, data, clock);
  return {
    decimals: isRequested ? mint.decimals : (decimals ?? 0),
    supply: mint.supply,
    metadata,
    missing: isRequested && mint === NO_MINT,
    facts,
    group: data && readGroup(data, address),
    scaling: scalingOf(facts, data, clock),
  };
}
