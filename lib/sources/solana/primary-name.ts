import type { RequestScope } from '@/lib/promises/request-scope';
import {
  accountsOfRegistry,
  decodeReverse,
  favoriteAccount,
  isNameOf,
  readFavorite,
  reverseAccount,
} from '@/lib/solana/accounts/name-service';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { NAME_OFFERS_PROGRAM, NAME_SERVICE_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { readAccountsOfMint } from './owned-accounts';
import { dataOf, readAccounts, unreadable } from './read-accounts';
import { decodeName, keysOfName } from './sol-names';

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
