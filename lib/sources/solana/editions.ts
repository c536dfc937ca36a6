import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import { decodeEdition, type Edition } from '@/lib/solana/accounts/token-metadata';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { editionAddressOf } from '@/lib/solana/address/program-address';
import type { MintEdition } from '@/lib/solana/assemble-holdings';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { TOKEN_METADATA_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { dataOf, type ReadAccount, type ReadContext, readAccounts } from './read-accounts';

/** Decodes an edition account. Returns undefined if the account is not an edition or could not be read. */
export function editionOf(account: ReadAccount | undefined): Edition | undefined {
  const data = dataOf(account, TOKEN_METADATA_PROGRAM);
  return data && decodeEdition(data);
}

/**
 * Reads the edition accounts of NFTs, then the master editions of prints, both in chunks. Omits mints that have no
 * edition.
 * @param keysByMint addresses of edition accounts by mint
 */
export async function readEditions(
  keysByMint: ReadonlyMap<SolanaAddress, SolanaAddress>,
  context: ReadContext,
): Promise<Map<SolanaAddress, MintEdition>> {
  const accounts = await readAccounts(keysByMint.values(), false, context);
  const editions = [...accounts.values()].map(editionOf);
  const parents = editions.flatMap((each) => (each?.kind === 'print' ? [each.parent] : []));
  const masters = await readAccounts(parents, false, context);
  const found = new Map<SolanaAddress, MintEdition>();
  for (const [mint, key] of keysByMint) {
    const account = accounts.get(key);
    if (account === 'unread') found.set(mint, 'unread');
    const edition = editionOf(account);
    if (edition === undefined) continue;
    const print = edition.kind === 'print' ? edition : undefined;
    const parent = print === undefined ? edition : editionOf(masters.get(print.parent));
    const master = parent?.kind === 'master' ? parent : undefined;
    found.set(mint, {
      kind: edition.kind,
      number: print?.number ?? null,
      parent: print?.parent ?? null,
      supply: master?.supply ?? null,
      maxSupply: master?.maxSupply ?? null,
    });
  }
  return found;
}

/**
 * Reads the edition of one NFT. Returns undefined if the NFT has no edition, its edition is already known, or the read
 * takes longer than `waitMs`. Never throws.
 */
export async function readEdition(
  { mint, mintFacts, edition }: ExtendedNft,
  transport: Transport,
  waitMs: number,
  scope: RequestScope,
): Promise<MintEdition | undefined> {
  const address = editionAddressOf(mint);
  if (edition !== null || address === undefined || mintFacts.mintAuthority !== address) return undefined;
  const wait = childScope(scope, { timeoutMs: waitMs });
  try {
    return (await readEditions(new Map([[mint, address]]), { transport, scope: wait.scope })).get(mint);
  } catch {
    return 'unread';
  } finally {
    wait.clear();
  }
}
