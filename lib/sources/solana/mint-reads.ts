import type { Mint } from '@/lib/solana/accounts/mint';
import type { TokenMetadata } from '@/lib/solana/accounts/token-metadata';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { KnownMint, OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';

/** A mint that is being read. Its fields are set as accounts arrive. */
export type MintRead = {
  address: SolanaAddress;
  programId: string;
  /** Address of the mint's Metaplex metadata, derived when it is requested. */
  metadataAddress: SolanaAddress | undefined;
  /** Decimals that the node sent with a token account; undefined if it sent none. */
  decimals: number | undefined;
  /** Whether the mint's account is read. */
  isRequested: boolean;
  mint: Mint | undefined;
  /** Data of a Token-2022 mint, kept until its extensions are read and its pointer is followed. */
  data: Buffer | undefined;
  metaplex: TokenMetadata | 'none' | 'unread';
  /** The combined result, created on first use. */
  known: KnownMint | undefined;
};

/** The accounts to read in step two. */
export type AccountsToRead = {
  mints: Map<SolanaAddress, MintRead>;
  /** Frozen accounts, which may have a token record. */
  frozen: { address: SolanaAddress; mint: SolanaAddress }[];
  /** Whether to read the chain's clock, on which the facts of Token-2022 mints can depend. */
  needsClock: boolean;
};

/**
 * Collects the accounts that token accounts refer to.
 * @param withoutFacts collect only the accounts that the default format needs: no token records, no clock, and no mints
 * whose decimals the node has sent
 * @param fewerCalls prefer fewer calls to fewer round trips
 */
export function accountsToRead(
  owned: readonly OwnedTokenAccount[],
  withoutFacts: boolean,
  fewerCalls: boolean,
): AccountsToRead {
  const mints = new Map<SolanaAddress, MintRead>();
  const frozen: AccountsToRead['frozen'] = [];
  let needsClock = false;
  for (const { address, programId, decimals, account } of owned) {
    const { mint, state } = account;
    if (programId === TOKEN_2022_PROGRAM && !withoutFacts) needsClock = true;
    if (state === 'frozen' && !withoutFacts) frozen.push({ address, mint });
    if (mints.has(mint)) continue;
    mints.set(mint, {
      address: mint,
      programId,
      metadataAddress: undefined,
      decimals,
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
