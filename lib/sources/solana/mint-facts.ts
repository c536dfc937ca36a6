import { LRUCache } from 'lru-cache';
import { UpstreamUnavailableError } from '@/lib/errors';
import { forEachYielding } from '@/lib/promises/for-each-yielding';
import { decodeMint, type Mint } from '@/lib/solana/accounts/mint';
import {
  decodeInlineMetadata,
  type InlineMetadata,
  readMetadataPointer,
} from '@/lib/solana/accounts/token-extensions';
import { decodeTokenMetadata, type TokenMetadata } from '@/lib/solana/accounts/token-metadata';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { type MintFacts, NO_MINT, type OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { TOKEN_2022_PROGRAM, TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { type ReadAccount, type ReadContext, readAccounts } from './account-reader';

/**
 * Decimals of mints of the Token program, where they never change; more than 0 is all that a token needs of its mint.
 * One for each chain: the same address may be another mint on another.
 */
export type KnownDecimals = LRUCache<SolanaAddress, number>;

/** Bounded by count: some 8 MB when full. */
export function knownDecimalsCache(): KnownDecimals {
  return new LRUCache({ max: 65_536 });
}

type FactsContext = ReadContext & { knownDecimals: KnownDecimals; onTotal?: (total: number) => void };

type Read = {
  programId: string;
  metadataAddress: SolanaAddress | undefined;
  mint: Mint | undefined;
  /** Data of a Token-2022 mint, kept until its pointer is followed. */
  data: Buffer | undefined;
  metaplex: TokenMetadata | 'none' | 'unread';
};

/**
 * Mint and metadata of every mint that the accounts name: step two of reading holdings, all chunks together; one step more
 * for those Token-2022 mints whose metadata pointer names another account.
 * @throws UpstreamUnavailableError when a mint could not be read; unread metadata costs the item its fields only
 */
export async function readMintFacts(
  owned: readonly OwnedTokenAccount[],
  context: FactsContext,
): Promise<Map<SolanaAddress, MintFacts>> {
  const { knownDecimals } = context;
  const mints = new Map<SolanaAddress, Read>();
  await forEachYielding(owned, ({ programId, account: { mint } }) => {
    if (mints.has(mint)) return;
    mints.set(mint, {
      programId,
      metadataAddress: metadataAddressOf(mint),
      mint: undefined,
      data: undefined,
      metaplex: 'none',
    });
  });

  const asked = [...mints.keys()].filter(
    (mint) => mints.get(mint)?.programId !== TOKEN_PROGRAM || !knownDecimals.has(mint),
  );
  const withMetadata = [...mints].flatMap(([mint, { metadataAddress }]) =>
    metadataAddress === undefined ? [] : [{ mint, metadataAddress }],
  );
  const keys = [...asked, ...withMetadata.map(({ metadataAddress }) => metadataAddress)];
  context.onTotal?.(keys.length);
  const accounts = await readAccounts(keys, asked.length, context);

  let index = 0;
  const take = (mint: SolanaAddress, account: ReadAccount | undefined) => {
    const read = mints.get(mint);
    if (read === undefined || typeof account !== 'object' || account?.owner !== read.programId) return;
    read.mint = decodeMint(account.data);
    if (read.programId === TOKEN_2022_PROGRAM) read.data = account.data;
    else if (read.mint !== undefined && read.mint.decimals > 0) knownDecimals.set(mint, read.mint.decimals);
  };
  await forEachYielding(asked, (mint) => take(mint, accounts[index++]));
  await readMissingAgain(asked, mints, take, context);
  await forEachYielding(withMetadata, ({ mint }) => {
    const read = mints.get(mint);
    if (read !== undefined) read.metaplex = metaplexOf(mint, accounts[index++] ?? null);
  });

  const pointed = await followPointers(mints, context);
  const facts = new Map<SolanaAddress, MintFacts>();
  await forEachYielding(mints, ([mint, read]) => {
    const decimals =
      read.mint?.decimals ?? (read.programId === TOKEN_PROGRAM ? knownDecimals.get(mint) : undefined);
    facts.set(mint, {
      decimals: decimals ?? NO_MINT.decimals,
      supply: read.mint?.supply ?? null,
      ...(decimals === undefined ? { missing: true } : {}),
      metadata: pointed.get(mint) ?? read.metaplex,
    });
  });
  return facts;
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
  mints: ReadonlyMap<SolanaAddress, Read>,
  take: (mint: SolanaAddress, account: ReadAccount | undefined) => void,
  { transport, onRead: _counted, ...context }: ReadContext,
): Promise<void> {
  const missing = () => asked.filter((mint) => mints.get(mint)?.mint === undefined);
  const again = missing();
  if (again.length === 0) return;
  const accounts = await readAccounts(again, again.length, {
    ...context,
    transport: (method, params, signal) => transport(method, params, signal, true),
  });
  again.forEach((mint, index) => {
    take(mint, accounts[index]);
  });
  const still = missing().length;
  if (still >= MANY_MISSING && still > mints.size * MISSING_SHARE)
    throw new UpstreamUnavailableError(
      'upstream-incomplete',
      `The upstream has no account for ${still} of ${mints.size} mints that the owner holds`,
      { missing: still, mints: mints.size },
    );
}

/** A metadata account, checked: its program, its kind and its mint. A burned one, or another's, is none. */
function metaplexOf(mint: SolanaAddress, account: ReadAccount): TokenMetadata | 'none' | 'unread' {
  if (account === 'unread') return 'unread';
  if (account === null || account.owner !== TOKEN_METADATA_PROGRAM) return 'none';
  const metadata = decodeTokenMetadata(account.data);
  return metadata?.mint === mint ? metadata : 'none';
}

/** TLV 19 of a mint's data, if it says that it is this mint's (it could be copied from another). */
function inlineOf(mint: SolanaAddress, data: Buffer): InlineMetadata | undefined {
  const inline = decodeInlineMetadata(data);
  return inline?.mint === mint ? inline : undefined;
}

/**
 * What the metadata pointers of Token-2022 mints lead to, where that is usable: the mint itself, or another account.
 * An account of a third program is not read (that takes a simulated `Emit`): the Metaplex PDA counts then.
 */
async function followPointers(mints: ReadonlyMap<SolanaAddress, Read>, context: ReadContext) {
  const found = new Map<SolanaAddress, TokenMetadata | InlineMetadata | 'unread'>();
  const elsewhere: { mint: SolanaAddress; target: SolanaAddress }[] = [];
  await forEachYielding(mints, ([mint, { data, metadataAddress }]) => {
    const target = data === undefined ? null : readMetadataPointer(data);
    if (data === undefined || target === null || target === metadataAddress) return;
    if (target !== mint) elsewhere.push({ mint, target });
    else {
      const inline = inlineOf(mint, data);
      if (inline !== undefined) found.set(mint, inline);
    }
  });
  if (elsewhere.length === 0) return found;
  const accounts = await readAccounts(
    elsewhere.map(({ target }) => target),
    0,
    context,
  );
  elsewhere.forEach(({ mint }, index) => {
    const account = accounts[index] ?? null;
    const metaplex = metaplexOf(mint, account);
    const inline =
      account !== null && account !== 'unread' && account.owner === TOKEN_2022_PROGRAM
        ? inlineOf(mint, account.data)
        : undefined;
    if (inline !== undefined) found.set(mint, inline);
    else if (typeof metaplex === 'object') found.set(mint, metaplex);
    else if (metaplex === 'unread' && mints.get(mint)?.metaplex === 'none') found.set(mint, 'unread');
  });
  return found;
}
