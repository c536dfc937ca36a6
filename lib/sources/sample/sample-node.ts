import * as z from 'zod/mini';
import { isJsonObject } from '@/lib/json/json-object';
import { STAKE_PROGRAM } from '@/lib/solana/account-description/known-programs';
import { decodeMint } from '@/lib/solana/accounts/token-program';
import { decodeAddress, encodeAddress, isAddress } from '@/lib/solana/address/address';
import { formatDecimal } from '@/lib/solana/prices/decimal';
import { isTokenProgram } from '@/lib/solana/programs';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { sampleAddress } from './sample-address';

/** An account of a snapshot. `data` is base64. */
export type SnapshotAccount = {
  pubkey: string;
  owner: string;
  lamports: bigint;
  data: string;
  executable?: boolean;
};

/** The accounts of a node at one slot. */
export type Snapshot = {
  slot: number;
  find: (pubkey: string) => SnapshotAccount | undefined;
  /** Returns the token accounts of an owner under one program or, if `mint` is set, of one mint. */
  tokenAccountsOf: (owner: string, programId: string, mint: string | undefined) => SnapshotAccount[];
  /** Returns the accounts of the Stake program. */
  stakeAccounts: () => SnapshotAccount[];
  /** Returns the token accounts of a mint. */
  tokenAccountsOfMint: (mint: string) => SnapshotAccount[];
};

const MAX_KEYS = 100;
const MAX_LARGEST = 20;

/** Balance that makes an account rent-exempt, per byte of its data and of 128 bytes of metadata. */
const LAMPORTS_PER_BYTE = 6_960;
/** Number of slots in an epoch, as on every public cluster. */
const SLOTS_PER_EPOCH = 432_000;

const Length = z.int().check(z.nonnegative());
const Config = z.object({
  minContextSlot: z.nullish(z.number()),
  programId: z.nullish(z.string()),
  mint: z.nullish(z.string()),
  dataSlice: z.nullish(z.object({ offset: Length, length: Length })),
  filters: z.nullish(
    z.array(
      z.object({
        dataSize: z.optional(z.number()),
        memcmp: z.optional(z.object({ offset: Length, bytes: z.string() })),
      }),
    ),
  ),
});
type Config = z.output<typeof Config>;

/**
 * Creates an in-process Solana node that answers the calls for reading holdings from a snapshot of account bytes. The
 * sample network (chain 104) and tests use it, so that the real adapters and decoders run without a network.
 */
export function sampleNode(snapshot: Snapshot): RpcHandler {
  const context = { slot: snapshot.slot, apiVersion: '2.2.0' };
  const withContext = (value: unknown) => ({ context, value });

  const account = (found: SnapshotAccount | undefined, slice?: Config['dataSlice']) =>
    found === undefined
      ? null
      : {
          data: [slice ? sliced(found.data, slice) : found.data, 'base64'],
          executable: found.executable ?? false,
          lamports: found.lamports,
          owner: found.owner,
          // Nodes send this for every account, because rent is no longer collected.
          rentEpoch: 18_446_744_073_709_551_615n,
          space: Buffer.byteLength(found.data, 'base64'),
        };

  const methods: Record<string, (params: unknown[]) => unknown> = {
    getBalance: ([owner]) => withContext(snapshot.find(addressParam(owner))?.lamports ?? 0n),
    getTokenAccountsByOwner: ([owner, filter]) => {
      const { programId, mint } = configParam(filter);
      const program = typeof mint === 'string' ? programOfMint(snapshot.find(mint)) : programId;
      if (typeof program !== 'string')
        throw new UpstreamCallError(-32602, 'Invalid param: programId or mint expected');
      const rows = snapshot.tokenAccountsOf(addressParam(owner), program, mint ?? undefined);
      return withContext(rows.map((row) => ({ pubkey: row.pubkey, account: account(row) })));
    },
    getMultipleAccounts: ([keys, config]) => {
      if (!Array.isArray(keys)) throw new UpstreamCallError(-32602, 'Invalid params: keys expected');
      if (keys.length > MAX_KEYS)
        throw new UpstreamCallError(-32602, `Too many inputs provided; max ${MAX_KEYS}`);
      const { dataSlice } = configParam(config);
      return withContext(keys.map((key) => account(snapshot.find(addressParam(key)), dataSlice)));
    },
    getAccountInfo: ([key, config]) =>
      withContext(account(snapshot.find(addressParam(key)), configParam(config).dataSlice)),
    getProgramAccounts: ([program, config]) => {
      if (program !== STAKE_PROGRAM) throw new UpstreamCallError(-32601, 'Only the Stake program is scanned');
      const filters = configParam(config).filters ?? [];
      const found = snapshot.stakeAccounts().filter(({ data }) => {
        const bytes = Buffer.from(data, 'base64');
        return filters.every(
          ({ dataSize = bytes.length, memcmp: { offset, bytes: text } = { offset: 0, bytes: '' } }) =>
            bytes.length === dataSize && startsAt(bytes, offset, text),
        );
      });
      return found.map((row) => ({ pubkey: row.pubkey, account: account(row) }));
    },
    getTokenLargestAccounts: ([mint]) => {
      const address = addressParam(mint);
      programOfMint(snapshot.find(address));
      const rows = snapshot.tokenAccountsOfMint(address).map(({ pubkey, data }) => ({
        address: pubkey,
        amount: Buffer.from(data, 'base64').readBigUInt64LE(64),
      }));
      const largest = rows.sort((a, b) => Number(b.amount - a.amount)).slice(0, MAX_LARGEST);
      return withContext(largest.map((row) => ({ ...row, amount: row.amount.toString() })));
    },
    getTokenSupply: ([mint]) => {
      const found = snapshot.find(addressParam(mint));
      programOfMint(found);
      const decoded = decodeMint(Buffer.from(found?.data ?? '', 'base64'));
      if (decoded === undefined) throw new UpstreamCallError(-32602, 'Invalid param: not a Token mint');
      return withContext(tokenAmount(decoded.supply, decoded.decimals));
    },
    getMinimumBalanceForRentExemption: ([size]) => {
      if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0)
        throw new UpstreamCallError(-32602, 'Invalid params: a size in bytes expected');
      return (128 + size) * LAMPORTS_PER_BYTE;
    },
    getLatestBlockhash: () =>
      withContext({ blockhash: sampleAddress('blockhash'), lastValidBlockHeight: snapshot.slot + 150 }),
    getGenesisHash: () => sampleAddress('genesis'),
    getBlockHeight: () => snapshot.slot,
    getEpochInfo: () => ({
      absoluteSlot: snapshot.slot,
      blockHeight: snapshot.slot,
      epoch: Math.floor(snapshot.slot / SLOTS_PER_EPOCH),
      slotIndex: snapshot.slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
    }),
    getSlot: () => snapshot.slot,
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '2.2.0', 'feature-set': 1 }),
  };

  return async (method, params) => {
    const answer = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (answer === undefined) throw new UpstreamCallError(-32601, `Method not found: ${method}`);
    // A call of a project is forwarded with the params that it has.
    if (!Array.isArray(params)) throw new UpstreamCallError(-32602, 'Invalid params: an array expected');
    const last = params.at(-1);
    const { minContextSlot } = isJsonObject(last) ? configParam(last) : {};
    if (typeof minContextSlot === 'number' && minContextSlot > snapshot.slot) {
      throw new UpstreamCallError(-32016, 'Minimum context slot has not been reached');
    }
    return answer(params);
  };
}

/** Returns a part of bytes in base64. */
const sliced = (base64: string, { offset, length }: NonNullable<Config['dataSlice']>) =>
  offset === 0 && Buffer.byteLength(base64, 'base64') <= length
    ? base64
    : Buffer.from(base64, 'base64')
        .subarray(offset, offset + length)
        .toString('base64');

/** Reads a param that is an address. */
function addressParam(value: unknown): string {
  if (typeof value === 'string' && isAddress(value)) return value;
  throw new UpstreamCallError(-32602, 'Invalid params: an address in base58 expected');
}

/** Reads a param with options. */
function configParam(value: unknown): Config {
  const read = Config.safeParse(value ?? {});
  if (read.success) return read.data;
  throw new UpstreamCallError(-32602, `Invalid params: ${read.error.issues[0]?.path.join('.')}`);
}

/** Returns an amount in the format of nodes. */
function tokenAmount(amount: bigint, decimals: number) {
  const uiAmountString = formatDecimal({ units: amount, scale: decimals });
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

/** Returns the token program of a mint, which is the owner of its account, as in agave. */
function programOfMint(mint: SnapshotAccount | undefined): string {
  if (mint === undefined) throw new UpstreamCallError(-32602, 'Invalid param: could not find mint');
  if (!isTokenProgram(mint.owner)) throw new UpstreamCallError(-32602, 'Invalid param: not a Token mint');
  return mint.owner;
}

/** Checks whether `bytes` have an address at `offset`; true if it is empty. */
function startsAt(bytes: Buffer, offset: number, address: string): boolean {
  const expected = decodeAddress(address);
  return address === '' || (expected !== undefined && bytes.subarray(offset, offset + 32).equals(expected));
}

/** Creates a snapshot of a list of accounts. If an address occurs several times, the last account wins. */
export function snapshotOf(slot: number, accounts: readonly SnapshotAccount[]): Snapshot {
  const byPubkey = new Map(accounts.map((account) => [account.pubkey, account]));
  const tokenAccounts = [...byPubkey.values()].flatMap((account) => {
    if (!isTokenProgram(account.owner)) return [];
    const data = Buffer.from(account.data, 'base64');
    // Token accounts have 165 bytes, or are extended accounts of type 2; all others are mints and multisigs.
    if (data.length !== 165 && data[165] !== 2) return [];
    return [{ account, mint: encodeAddress(data, 0), owner: encodeAddress(data, 32) }];
  });
  return {
    slot,
    find: (pubkey) => byPubkey.get(pubkey),
    stakeAccounts: () => [...byPubkey.values()].filter(({ owner }) => owner === STAKE_PROGRAM),
    tokenAccountsOfMint: (mint) => tokenAccounts.flatMap((each) => (each.mint === mint ? each.account : [])),
    tokenAccountsOf: (owner, programId, mint = '') =>
      tokenAccounts.flatMap((each) => {
        const isOfOwner = each.owner === owner && each.account.owner === programId;
        return isOfOwner && (mint === '' || each.mint === mint) ? each.account : [];
      }),
  };
}
