import { UpstreamUnavailableError } from '@/lib/errors';
import { forEachYielding, scanYielding } from '@/lib/promises/for-each-yielding';
import { type Clock, decodeClock } from '@/lib/solana/accounts/clock';
import { decodeMint } from '@/lib/solana/accounts/mint';
import { decodeMintExtensions } from '@/lib/solana/accounts/mint-extensions';
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
import { CLOCK_ADDRESS, TOKEN_2022_PROGRAM, TOKEN_METADATA_PROGRAM } from '@/lib/solana/programs';
import type { ReadAccount, ReadContext } from './account-reader';
import { AccountReads, readAccounts } from './account-reads';
import { followPointers, metaplexOf } from './metadata-of-mints';
import { type MintRead, namedBy, needsSupply } from './named-mints';

type FactsContext = ReadContext & {
  onTotal?: (total: number) => void;
  /** Facts of mints and locks are not wanted: what only they need is not read. */
  withoutFacts?: boolean;
};

/** What is known of the mints of token accounts, and the token records of those accounts that are frozen. */
export type MintsAndRecords = {
  mints: ReadonlyMap<SolanaAddress, KnownMint>;
  /** By token account; those that are not frozen are not in it. */
  records: ReadonlyMap<SolanaAddress, ReadTokenRecord>;
};

/**
 * Mint and metadata of every mint that the accounts name, the token record of every frozen account, and the chain's
 * clock where there is a Token-2022 account: step two of reading holdings, each chunk sent as soon as its keys are
 * derived; one step more for those Token-2022 mints whose metadata pointer names another account, and, without facts,
 * for those mints of which only the supply tells what they are.
 * @throws UpstreamUnavailableError when a mint or the clock could not be read; unread metadata costs the item its
 * fields only, an unread record its lock
 */
export async function readMintFacts(
  owned: readonly OwnedTokenAccount[],
  context: FactsContext,
): Promise<MintsAndRecords> {
  const { mints, frozen, needsClock } = await namedBy(owned, context.withoutFacts ?? false);
  const asked: SolanaAddress[] = [];
  await scanYielding(mints, ([mint, { isAsked }]) => {
    if (isAsked) asked.push(mint);
  });
  context.onTotal?.(asked.length + (needsClock ? 1 : 0) + mints.size + frozen.length);

  const take = (mint: SolanaAddress, account: ReadAccount | undefined) => {
    const read = mints.get(mint);
    if (read === undefined || typeof account !== 'object' || account?.owner !== read.programId) return;
    read.mint = decodeMint(account.data);
    if (read.programId === TOKEN_2022_PROGRAM) read.data = account.data;
  };
  const reads = new AccountReads(context);
  let clock: Clock | undefined;
  if (needsClock)
    reads.add(CLOCK_ADDRESS, true, (account) => {
      if (typeof account === 'object' && account) clock = decodeClock(account.data);
    });
  await forEachYielding(mints, ([mint, read]) => {
    if (read.isAsked) reads.add(mint, true, (account) => take(mint, account));
    read.metadataAddress = metadataAddressOf(mint);
    if (read.metadataAddress !== undefined)
      reads.add(read.metadataAddress, false, (account) => {
        read.metaplex = metaplexOf(mint, account);
      });
  });
  const records = new Map<SolanaAddress, ReadTokenRecord>();
  await forEachYielding(frozen, ({ address, mint }) => {
    const recordAddress = tokenRecordAddressOf(mint, address);
    if (recordAddress !== undefined)
      reads.add(recordAddress, false, (account) => records.set(address, recordOf(account)));
  });
  await reads.end();

  for (const mint of await readUnclear(mints, take, context)) asked.push(mint);
  await readMissingAgain(asked, mints, take, context);
  const pointed = await followPointers(mints, context);
  const known = new Map<SolanaAddress, KnownMint>();
  await forEachYielding(mints, ([mint, read]) => {
    known.set(mint, knownMint(read, pointed.get(mint) ?? read.metaplex, clock));
  });
  return { mints: known, records };
}

/** Reads the mints of which only the supply tells what they are. @returns which these were */
async function readUnclear(
  mints: ReadonlyMap<SolanaAddress, MintRead>,
  take: (mint: SolanaAddress, account: ReadAccount | undefined) => void,
  context: ReadContext,
): Promise<SolanaAddress[]> {
  const unclear: SolanaAddress[] = [];
  await scanYielding(mints, ([mint, read]) => {
    if (needsSupply(read)) unclear.push(mint);
  });
  const accounts = await readAccounts(unclear, unclear.length, context);
  let index = 0;
  await scanYielding(unclear, (mint) => {
    const read = mints.get(mint);
    if (read !== undefined) read.isAsked = true;
    take(mint, accounts[index++]);
  });
  return unclear;
}

/** A token record, checked: its program and its kind. */
function recordOf(account: ReadAccount): ReadTokenRecord {
  if (account === 'unread') return 'unread';
  if (account === null || account.owner !== TOKEN_METADATA_PROGRAM) return 'none';
  return decodeTokenRecord(account.data) ?? 'none';
}

function knownMint(
  { mint = NO_MINT, data, decimals, isAsked }: MintRead,
  metadata: KnownMint['metadata'],
  clock: Clock | undefined,
): KnownMint {
  const extensions = data === undefined ? undefined : decodeMintExtensions(data);
  return {
    decimals: isAsked ? mint.decimals : (decimals ?? 0),
    supply: mint.supply,
    metadata,
    missing: isAsked && mint === NO_MINT,
    facts: mintFactsOf(mint, extensions, clock),
    scaling: scalingOf(extensions, clock),
  };
}

/** From so many missing mints on, and this share of all that a call names, the node is broken and not believed. */
const MANY_MISSING = 10;
const MISSING_SHARE = 0.1;

/**
 * A node that has no mint of a held token is not believed at once: it is asked again, another endpoint first, at the
 * same slot or later (contract §3).
 * @throws UpstreamUnavailableError `upstream-incomplete` when many are still missing
 */
async function readMissingAgain(
  asked: readonly SolanaAddress[],
  mints: ReadonlyMap<SolanaAddress, MintRead>,
  take: (mint: SolanaAddress, account: ReadAccount | undefined) => void,
  { transport, onRead: _counted, known: _believed, ...context }: ReadContext,
): Promise<void> {
  const again: SolanaAddress[] = [];
  await scanYielding(asked, (mint) => {
    if (mints.get(mint)?.mint === undefined) again.push(mint);
  });
  if (again.length === 0) return;
  const accounts = await readAccounts(again, again.length, {
    ...context,
    transport: (method, params, signal) => transport(method, params, signal, true),
  });
  let index = 0;
  let still = 0;
  await scanYielding(again, (mint) => {
    take(mint, accounts[index++]);
    if (mints.get(mint)?.mint === undefined) still += 1;
  });
  if (still >= MANY_MISSING && still > mints.size * MISSING_SHARE)
    throw new UpstreamUnavailableError(
      'upstream-incomplete',
      `The upstream has no account for ${still} of ${mints.size} mints that the owner holds`,
      { missing: still, mints: mints.size },
    );
}
