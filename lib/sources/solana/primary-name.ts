import type { RequestScope } from '@/lib/promises/request-scope';
import { decodeMint } from '@/lib/solana/accounts/mint';
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
import { dataOf, unreadable } from './account-reader';
import { readAccounts } from './account-reads';
import { readAccountsOfMint } from './owned-accounts';

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
    const nftMint = wrappedNameMint(registry);
    const [registered, reverse, mint] = await read([registry, reverseAccount(registry), nftMint]);
    const data = dataOf(registered, NAME_SERVICE_PROGRAM);
    if (data === undefined) return null;
    if (decodeNameOwner(data) !== wallet) {
      const mintData = dataOf(mint, TOKEN_PROGRAM);
      if (mintData === undefined || decodeMint(mintData)?.supply !== 1n) return null;
      const held = await readAccountsOfMint(transport, wallet, nftMint, scope);
      if (!held.some(({ account }) => account.amount === 1n)) return null;
    }
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
