import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, decodeClock } from '@/lib/solana/accounts/clock';
import { decodeMintExtensions } from '@/lib/solana/accounts/mint-extensions';
import { readGroup } from '@/lib/solana/accounts/token-extensions';
import { decodeTokenRecord } from '@/lib/solana/accounts/token-record';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { metadataAddressOf, tokenRecordAddressOf } from '@/lib/solana/address/program-address';
import {
  type KnownMint,
  NO_MINT,
  type OwnedTokenAccount,
  type ReadTokenRecord,
} from '@/lib/solana/assemble-holdings';
import { mintFactsOf, scalingOf } from '@/lib/solana/facts/mint-facts';
import { CLOCK_ADDRESS, TOKEN_METADATA_PROGRAM } from '@/lib/solana/programs';
import type { ReadAccount, ReadContext } from './account-reader';
import { AccountReads, MAX_KEYS } from './account-reads';
import { LARGE_ROWS } from './large-answers';
import { followPointers, metaplexOf } from './mint-metadata';
import { accountsToRead, hasTokenStandard, type MintRead, needsSupply } from './mint-reads';
import { readMetadataAgain, readMints, readMintsAgain, takeMint } from './missing-accounts';

type FactsContext = ReadContext & {
  onTotal?: (total: number) => void;
  /** Skips accounts that are needed only for mint facts and locks. */
  withoutFacts?: boolean;
  isPaced?: boolean;
};

/** Result of step two: the mints of token accounts, and the token records of frozen accounts. */
export type MintsAndRecords = {
  knownOf: (mint: SolanaAddress) => KnownMint | undefined;
  /** Token records by token account; only for frozen accounts. */
  records: ReadonlyMap<SolanaAddress, ReadTokenRecord>;
};

/**
 * Performs step two of reading holdings: reads the mint and metadata of every token account, the token record of every
 * frozen account and, if there is a Token-2022 account, the chain's clock. Sends each chunk as soon as its keys are
 * derived. A further step reads the accounts that metadata pointers name and, if facts are skipped, the mints that can
 * be classified only by their supply.
 * @throws UpstreamUnavailableError if a mint or the clock could not be read; unread metadata or an unread record only
 * affects the fields of its item
 */
export async function readMintFacts(
  owned: readonly OwnedTokenAccount[],
  context: FactsContext,
): Promise<MintsAndRecords> {
  // In a large wallet, reading twice as many accounts takes longer than another round trip.
  const fewerCalls = context.isPaced === true || owned.length > LARGE_ROWS;
  const { mints, frozen, needsClock } = accountsToRead(owned, context.withoutFacts ?? false, fewerCalls);
  const all = [...mints.values()];
  const accounts = all.filter(({ isRequested }) => isRequested).length + all.length + frozen.length;
  context.onTotal?.(accounts + (needsClock ? 1 : 0));
  const reads = new AccountReads(context);
  let clock: Clock | undefined;
  if (needsClock)
    reads.add(CLOCK_ADDRESS, true, (account) => {
      if (typeof account === 'object' && account) clock = decodeClock(account.data);
    });
  for (const [index, read] of all.entries()) {
    // undici writes to an idle connection in the next turn. Without this pause, all chunks would be sent together at
    // the end, and 1,000 NFTs at 50 ms latency would take 154 instead of 147 ms (`npm run bench -- listing`).
    if (index > 0 && index % MAX_KEYS === 0) await nextTurn();
    read.metadataAddress = metadataAddressOf(read.address);
    if (read.metadataAddress !== undefined)
      reads.add(read.metadataAddress, false, (account) => {
        read.metaplex = metaplexOf(read.address, account);
      });
    // If prefetched metadata contains the token standard, the mint is not needed.
    if (context.withoutFacts && read.isRequested && read.decimals === 0 && hasTokenStandard(read)) {
      read.isRequested = false;
      context.onRead?.(1);
    }
    if (read.isRequested) reads.add(read.address, true, (account) => takeMint(read, account));
  }
  const requested = all.filter(({ isRequested }) => isRequested);
  const records = new Map<SolanaAddress, ReadTokenRecord>();
  for (const { address, mint } of frozen) {
    const recordAddress = tokenRecordAddressOf(mint, address);
    if (recordAddress !== undefined)
      reads.add(recordAddress, false, (account) => records.set(address, recordOf(account)));
  }
  await reads.end();

  await readMetadataAgain(all, context);
  for (const read of await readUnclear(all, context)) requested.push(read);
  await readMintsAgain(requested, all.length, context);
  const pointed = await followPointers(all, context);
  const knownOf = (mint: SolanaAddress) => {
    const read = mints.get(mint);
    if (read !== undefined) read.known ??= knownMint(read, pointed.get(mint) ?? read.metaplex, clock);
    return read?.known;
  };
  return { knownOf, records };
}

/** Reads the mints that can be classified only by their supply, and returns them. */
async function readUnclear(all: readonly MintRead[], context: ReadContext): Promise<MintRead[]> {
  const unclear = all.filter(needsSupply);
  const accounts = await readMints(unclear, context);
  for (const [index, read] of unclear.entries()) {
    read.isRequested = true;
    takeMint(read, accounts[index]);
  }
  return unclear;
}

/** Decodes a token record; returns `none` if the account belongs to another program or is not a token record. */
function recordOf(account: ReadAccount): ReadTokenRecord {
  if (account === 'unread') return 'unread';
  if (account === null || account.owner !== TOKEN_METADATA_PROGRAM) return 'none';
  return decodeTokenRecord(account.data) ?? 'none';
}

function knownMint(
  { address, mint = NO_MINT, data, decimals, isRequested }: MintRead,
  metadata: KnownMint['metadata'],
  clock: Clock | undefined,
): KnownMint {
  const extensions = data === undefined ? undefined : decodeMintExtensions(data);
  return {
    decimals: isRequested ? mint.decimals : (decimals ?? 0),
    supply: mint.supply,
    metadata,
    missing: isRequested && mint === NO_MINT,
    facts: mintFactsOf(mint, extensions, clock),
    group: data && readGroup(data, address),
    scaling: scalingOf(extensions, clock),
  };
}
