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
import { dataOf, type ReadAccount, readAccounts, readValue } from './read-accounts';

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
  const name = decodeName(accounts, await readAccounts(Object.values(accounts), true, { transport, scope }));
  if (name === undefined) return null;
  return name.isWrapped ? await readHolder(transport, accounts.nftMint, scope) : name.wallet;
}

/** Decodes a name from its accounts. Returns undefined if the name is not registered. */
function decodeName(keys: NameAccounts, accounts: ReadonlyMap<SolanaAddress, ReadAccount>) {
  const data = (key: SolanaAddress, program: string) => dataOf(accounts.get(key), program);
  const registry = data(keys.registry, NAME_SERVICE_PROGRAM);
  const owner = registry && decodeNameOwner(registry);
  if (registry === undefined || owner === undefined) return undefined;
  const nftRecord = data(keys.nftRecord, NAME_TOKENIZER_PROGRAM);
  const mint = data(keys.nftMint, TOKEN_PROGRAM);
  const isWrapped =
    (nftRecord !== undefined && isActiveNftRecord(nftRecord)) ||
    (mint !== undefined && decodeMint(mint)?.supply === 1n);
  const recordV1 = data(keys.recordV1, NAME_SERVICE_PROGRAM);
  const recordV2 = data(keys.recordV2, NAME_SERVICE_PROGRAM);
  const wallet =
    (recordV2 && readRecordV2(recordV2, owner)) ??
    (recordV1 && readRecordV1(recordV1, keys.recordV1, owner)) ??
    owner;
  return {
    /** Registry of the domain if the name is a subdomain, otherwise null. */
    parent: decodeNameParent(registry),
    /** Whether the name is wrapped: it then belongs to the holder of its NFT, and its owner is an escrow account. */
    isWrapped,
    /** The wallet of a name that is not wrapped. */
    wallet,
  };
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
    const accounts = await readAccounts([largest.address], true, { transport, scope });
    const data = dataOf(accounts.get(largest.address), TOKEN_PROGRAM);
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
  const read = (keys: SolanaAddress[]) => readAccounts(keys, true, { transport, scope });
  const favorite = favoriteAccount(wallet);
  const favoriteData = dataOf((await read([favorite])).get(favorite), NAME_OFFERS_PROGRAM);
  const registry = favoriteData && readFavorite(favoriteData);
  if (registry === undefined) return null;
  const keys = accountsOfRegistry(registry);
  const reverse = reverseAccount(registry);
  const accounts = await read([reverse, ...Object.values(keys)]);
  const registered = decodeName(keys, accounts);
  if (registered === undefined) return null;
  const { parent, isWrapped } = registered;
  if (isWrapped) {
    const held = await readAccountsOfMint(transport, wallet, keys.nftMint, scope);
    if (!held.some(({ account }) => account.amount === 1n)) return null;
  } else if (registered.wallet !== wallet) return null;
  const reverses = parent === null ? [reverse] : [reverseAccount(registry, parent), reverseAccount(parent)];
  const texts = parent === null ? accounts : await read(reverses);
  const labels = reverses.map((each) => {
    const text = dataOf(texts.get(each), NAME_SERVICE_PROGRAM);
    return text && decodeReverse(text);
  });
  const name = [...labels, 'sol'].join('.');
  // Anyone can write the reverse account, so check that the name derives to the same registry.
  return isNameOf(name, registry) ? name : null;
}
