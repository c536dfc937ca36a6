import { UpstreamUnavailableError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import {
  accountsOfRegistry,
  decodeNameOwner,
  decodeNameParent,
  decodeReverse,
  favoriteAccount,
  isActiveNftRecord,
  isNameOf,
  NAME_TOKENIZER_PROGRAM,
  type NameAccounts,
  nameAccounts,
  readFavorite,
  readRecordV1,
  readRecordV2,
  reverseAccount,
} from '@/lib/solana/accounts/name-service';
import { decodeMint, decodeTokenAccount } from '@/lib/solana/accounts/token-program';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { NAME_OFFERS_PROGRAM, NAME_SERVICE_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { readAccountsOfMint } from './owned-accounts';
import { dataOf, type ReadAccount, readAccounts, readValue, unreadable } from './read-accounts';

/**
 * Resolves a `.sol` name to a wallet in the order of SNS-IP 5: to the holder of a wrapped name's NFT, otherwise from a
 * valid SOL record of version 2, then of version 1, otherwise to the registry's owner. Returns null if the name is not
 * registered.
 * @throws InvalidInputError; UpstreamUnavailableError, also if the holder of a wrapped name could not be found
 */
export async function resolveSolName(
  transport: Transport,
  text: string,
  scope: RequestScope,
): Promise<SolanaAddress | null> {
  const accounts = nameAccounts(text);
  try {
    const keys = keysOfName(accounts);
    const name = decodeName(accounts, await readAccounts(keys, keys.length, { transport, scope }));
    if (name === undefined) return null;
    return name.isWrapped ? await readHolder(transport, accounts.nftMint, scope) : name.wallet;
  } catch (thrown) {
    throw unreadable(thrown);
  }
}

/** The accounts that `decodeName` needs. */
const keysOfName = (accounts: NameAccounts): SolanaAddress[] => {
  const { registry, recordV1, recordV2, nftRecord, nftMint } = accounts;
  return [registry, recordV1, recordV2, nftRecord, nftMint];
};

/** A registered name. */
type RegisteredName = {
  /** Registry of the domain if the name is a subdomain, otherwise null. */
  parent: SolanaAddress | null;
  /** Whether the name is wrapped: it then belongs to the holder of its NFT, and its owner is an escrow account. */
  isWrapped: boolean;
  /** The wallet of a name that is not wrapped. */
  wallet: SolanaAddress;
};

/**
 * Decodes a name from the accounts of `keysOfName`, in their order. Returns undefined if the name is not registered.
 */
function decodeName(
  { recordV1 }: NameAccounts,
  [registered, first, second, nftRecord, mint]: readonly (ReadAccount | undefined)[],
): RegisteredName | undefined {
  const registry = dataOf(registered, NAME_SERVICE_PROGRAM);
  const owner = registry && decodeNameOwner(registry);
  if (registry === undefined || owner === undefined) return undefined;
  const recordData = dataOf(nftRecord, NAME_TOKENIZER_PROGRAM);
  const mintData = dataOf(mint, TOKEN_PROGRAM);
  const isWrapped =
    (recordData !== undefined && isActiveNftRecord(recordData)) ||
    (mintData !== undefined && decodeMint(mintData)?.supply === 1n);
  const firstData = dataOf(first, NAME_SERVICE_PROGRAM);
  const secondData = dataOf(second, NAME_SERVICE_PROGRAM);
  const wallet =
    (secondData && readRecordV2(secondData, owner)) ??
    (firstData && readRecordV1(firstData, recordV1, owner)) ??
    owner;
  return { parent: decodeNameParent(registry), isWrapped, wallet };
}

/**
 * Reads the holder of a wrapped name's NFT.
 * @throws UpstreamUnavailableError if no account holds it
 */
async function readHolder(
  transport: Transport,
  mint: SolanaAddress,
  scope: RequestScope,
): Promise<SolanaAddress> {
  const { value: rows } = readValue(await transport('getTokenLargestAccounts', [mint, {}], scope));
  const largest = (Array.isArray(rows) ? rows : []).find(
    (row: { amount?: unknown } | null) => row?.amount === '1',
  ) as { address?: unknown } | undefined;
  if (typeof largest?.address === 'string') {
    const [account] = await readAccounts([largest.address], 1, { transport, scope });
    const data = dataOf(account, TOKEN_PROGRAM);
    const held = data && decodeTokenAccount(data);
    if (held?.mint === mint && held.amount === 1n) return held.owner;
  }
  throw new UpstreamUnavailableError(
    'upstream-incomplete',
    "The name is wrapped, and the holder of the name's NFT could not be found",
  );
}

/**
 * Reads the primary `.sol` name of a wallet: its favorite name, if the name resolves to the wallet in the order of
 * `resolveSolName`.
 * Takes one call, two if there is a favorite, and one more each for a subdomain and for a wrapped name.
 * @returns null if the wallet has no primary name
 * @throws UpstreamUnavailableError
 */
export async function readPrimaryName(
  transport: Transport,
  wallet: SolanaAddress,
  scope: RequestScope,
): Promise<string | null> {
  const read = (keys: SolanaAddress[]) => readAccounts(keys, keys.length, { transport, scope });
  try {
    const [favorite] = await read([favoriteAccount(wallet)]);
    const favoriteData = dataOf(favorite, NAME_OFFERS_PROGRAM);
    const registry = favoriteData && readFavorite(favoriteData);
    if (registry === undefined) return null;
    const accounts = accountsOfRegistry(registry);
    const [reverse, ...nameData] = await read([reverseAccount(registry), ...keysOfName(accounts)]);
    const registered = decodeName(accounts, nameData);
    if (registered === undefined) return null;
    const { parent, isWrapped } = registered;
    if (isWrapped) {
      const held = await readAccountsOfMint(transport, wallet, accounts.nftMint, scope);
      if (!held.some(({ account }) => account.amount === 1n)) return null;
    } else if (registered.wallet !== wallet) return null;
    const reverses =
      parent === null ? [reverse] : await read([reverseAccount(registry, parent), reverseAccount(parent)]);
    const labels = reverses.map((each) => {
      const text = dataOf(each, NAME_SERVICE_PROGRAM);
      return text && decodeReverse(text);
    });
    const name = [...labels, 'sol'].join('.');
    // Anyone can write the reverse account, so check that the name derives to the same registry.
    return isNameOf(name, registry) ? name : null;
  } catch (thrown) {
    throw unreadable(thrown);
  }
}
