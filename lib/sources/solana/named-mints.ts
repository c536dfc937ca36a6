import type { Mint } from '@/lib/solana/accounts/mint';
import type { TokenMetadata } from '@/lib/solana/accounts/token-metadata';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { KnownMint, OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';

/** What is read of a mint, filled as it comes. */
export type MintRead = {
  address: SolanaAddress;
  programId: string;
  /** Where its Metaplex metadata is; derived when it is asked for. */
  metadataAddress: SolanaAddress | undefined;
  /** Decimals as the node told them with a token account; undefined where it did not. */
  decimals: number | undefined;
  /** Whether the mint itself is read. */
  isAsked: boolean;
  mint: Mint | undefined;
  /** Data of a Token-2022 mint, kept until its extensions are read and its pointer is followed. */
  data: Buffer | undefined;
  metaplex: TokenMetadata | 'none' | 'unread';
  /** All of that together, when it is first asked for. */
  known: KnownMint | undefined;
};

/** What is read in step two. */
export type Named = {
  mints: Map<SolanaAddress, MintRead>;
  /** Accounts that are frozen, and may have a token record. */
  frozen: { address: SolanaAddress; mint: SolanaAddress }[];
  /** Whether the chain's clock is read: what a Token-2022 mint says may depend on it. */
  needsClock: boolean;
};

/**
 * What token accounts name.
 * @param withoutFacts only what decides on the documented form: no token records, no clock, and no mint whose decimals
 *   the node has sent
 * @param fewerCalls whether fewer calls matter more than fewer round trips
 */
export function namedBy(
  owned: readonly OwnedTokenAccount[],
  withoutFacts: boolean,
  fewerCalls: boolean,
): Named {
  const mints = new Map<SolanaAddress, MintRead>();
  const frozen: Named['frozen'] = [];
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
      // A mint with decimals 0 may need its supply: asking later costs a round trip, asking now a call.
      isAsked: !withoutFacts || decimals === undefined || (decimals === 0 && !fewerCalls),
      mint: undefined,
      data: undefined,
      metaplex: 'none',
      known: undefined,
    });
  }
  return { mints, frozen, needsClock };
}

/** Whether metadata that has been read names the token standard, so that the mint's supply does not matter. */
export const namesStandard = ({ metaplex }: MintRead): boolean =>
  typeof metaplex === 'object' && metaplex.tokenStandard !== null;

/** Whether only the mint's supply tells an NFT from a semi-fungible: its metadata names no standard. */
export const needsSupply = (read: MintRead): boolean =>
  !read.isAsked && read.decimals === 0 && read.metaplex !== 'none' && !namesStandard(read);
