import type { RequestScope } from '@/lib/promises/request-scope';
import { decodeMint } from '@/lib/solana/accounts/mint';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-account';
import type { SolanaAddress } from '@/lib/solana/address/address';
import {
  decodeNameOwner,
  decodeNameParent,
  decodeReverse,
  favoriteAccount,
  isNameOf,
  readFavorite,
  reverseAccount,
  wrappedNameMint,
} from '@/lib/solana/address/name-service';
import { NAME_OFFERS_PROGRAM, NAME_SERVICE_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { type ReadAccount, type ReadContext, readAccount, readValue, unreadable } from './account-reader';
import { readAccounts } from './account-reads';

const dataOf = (account: ReadAccount | undefined, program: string): Buffer | undefined =>
  typeof account === 'object' && account?.owner === program ? account.data : undefined;

/**
 * Reads the primary `.sol` name of a wallet: its favorite name, if the wallet still owns the name or holds its NFT.
 * Takes one call, two if there is a favorite, and one more each for a subdomain and for a wrapped name.
 * @returns null if the wallet has no primary name
 * @throws UpstreamUnavailableError
 */
export async function readPrimaryName(
  transport: Transport,
  wallet: SolanaAddress,
  scope: RequestScope,
): Promise<string | null> {
  const context = { transport, scope, minContextSlot: undefined, onSlot: () => undefined };
  const read = (keys: SolanaAddress[]) => readAccounts(keys, keys.length, context);
  try {
    const [favorite] = await read([favoriteAccount(wallet)]);
    const favoriteData = dataOf(favorite, NAME_OFFERS_PROGRAM);
    const registry = favoriteData && readFavorite(favoriteData);
    if (registry === undefined) return null;
    const keys = [registry, reverseAccount(registry), wrappedNameMint(registry)];
    const [registered, reverse, mint] = await read(keys);
    const data = dataOf(registered, NAME_SERVICE_PROGRAM);
    if (data === undefined) return null;
    const isOwner = decodeNameOwner(data) === wallet;
    if (!isOwner && !(await holdsName(mint, wrappedNameMint(registry), wallet, context))) return null;
    const parent = decodeNameParent(data);
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

/** Checks whether a token account of `wallet` holds the only unit of a wrapped name's NFT. */
async function holdsName(
  mint: ReadAccount | undefined,
  mintAddress: SolanaAddress,
  wallet: SolanaAddress,
  { transport, scope }: Pick<ReadContext, 'transport' | 'scope'>,
): Promise<boolean> {
  const data = dataOf(mint, TOKEN_PROGRAM);
  if (data === undefined || decodeMint(data)?.supply !== 1n) return false;
  const config = { encoding: 'base64', commitment: 'confirmed' };
  const params = [wallet, { mint: mintAddress }, config];
  const accept = (answer: unknown) => {
    const { value } = readValue(answer);
    return Array.isArray(value) ? (value as ({ account?: unknown } | null)[]) : undefined;
  };
  const rows = await transport('getTokenAccountsByOwner', params, scope, { accept });
  return rows.some((row) => {
    const account = readAccount(row?.account);
    const token = account?.owner === TOKEN_PROGRAM ? decodeTokenAccount(account.data) : undefined;
    return token?.owner === wallet && token.mint === mintAddress && token.amount === 1n;
  });
}
