import type { ByteBudget } from '@/lib/promises/byte-budget';
import { MemoryReservation } from '@/lib/promises/byte-budget';
import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import {
  CORE_ASSET_KEY_BASE58,
  CORE_OWNER_OFFSET,
  type CoreAsset,
  decodeCoreAsset,
} from '@/lib/solana/accounts/core-asset';
import { isAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { withKindNotRead, withKindRead } from '@/lib/solana/coverage';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { EVERYTHING } from '@/lib/solana/holdings-page';
import { MPL_CORE_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import type { HoldingsReader } from '../listing';
import { readAccount } from '../read-accounts';
import { assetBytes, assetItem } from './asset-item';
import { type AssetItem, completeCoreItems } from './core-collections';
import { unlessOverloaded, withAssets } from './with-assets';

/**
 * Adds the owner's MPL Core assets to the holdings of `reader`. They are read in parallel by `getProgramAccounts` with
 * two memcmp filters (`SOLANA_CORE_SCAN_<chainId>`). If the scan is refused, fails or times out, the coverage reports
 * `scan-refused` instead of an empty list.
 * @param memory budget of all reads in flight, from which the assets' memory is reserved until the read ends
 */
export function withCoreScan(
  reader: HoldingsReader,
  transport: Transport,
  memory?: ByteBudget,
): HoldingsReader {
  return async (owner, scope, onProgress, wanted = { selection: EVERYTHING }) => {
    if (wanted.selection.kind === 'token') return reader(owner, scope, onProgress, wanted);
    // Many nodes are slow to scan, or refuse scans.
    const box = childScope(scope, { timeoutMs: 10_000 });
    const held = new MemoryReservation(memory, box.scope.signal);
    try {
      const scanned = scan(transport, owner, box.scope, held).catch(unlessOverloaded);
      // Avoid an unhandled rejection; awaited below.
      scanned.catch(() => undefined);
      const onChain = await reader(owner, scope, onProgress, wanted);
      const found = await scanned;
      const { coverage } = onChain.holdings;
      if (found !== undefined) return withAssets(onChain, found, wanted, withKindRead(coverage, 'mpl-core'));
      const refused = withKindNotRead(coverage, 'mpl-core', 'scan-refused');
      return { ...onChain, holdings: { ...onChain.holdings, coverage: refused } };
    } finally {
      box.abort();
      held.release();
    }
  };
}

/** Scans for the owner's assets. Returns undefined if the result is malformed. */
async function scan(
  transport: Transport,
  owner: SolanaAddress,
  scope: RequestScope,
  held: MemoryReservation,
): Promise<ExtendedNft[] | undefined> {
  const config = {
    encoding: 'base64',
    filters: [
      { memcmp: { offset: 0, bytes: CORE_ASSET_KEY_BASE58, encoding: 'base58' } },
      { memcmp: { offset: CORE_OWNER_OFFSET, bytes: owner, encoding: 'base58' } },
    ],
  };
  const rows = await transport('getProgramAccounts', [MPL_CORE_PROGRAM, config], scope, {
    roundIntegers: true,
  });
  if (!Array.isArray(rows)) return undefined;
  const found: AssetItem[] = [];
  for (const row of rows as ({ pubkey?: unknown; account?: unknown } | null)[]) {
    const account = readAccount(row?.account);
    const id = row?.pubkey;
    const asset = account?.owner === MPL_CORE_PROGRAM ? decodeCoreAsset(account.data) : undefined;
    // Do not skip an asset that cannot be decoded: the list would be incomplete.
    if (typeof id !== 'string' || !isAddress(id) || asset?.owner !== owner) return undefined;
    found.push({ nft: coreItem(id, asset), core: asset });
  }
  const bytes = assetBytes(found.map(({ nft }) => nft));
  await held.hold(bytes, bytes);
  return completeCoreItems(found, { transport, scope }, bytes, held);
}

/** Converts a Core asset or collection to an item, without the facts that `withCoreFacts` adds. */
export function coreItem(
  id: SolanaAddress,
  { name, uri, collection, updateAuthority, plugins }: Omit<CoreAsset, 'owner'>,
): ExtendedNft {
  return assetItem({
    id,
    programId: MPL_CORE_PROGRAM,
    name,
    symbol: '',
    uri,
    // The authority of an asset in a collection is the collection's (contract §3).
    updateAuthority: updateAuthority ?? '',
    isMutable: false,
    sellerFeeBasisPoints: 0,
    creators: [],
    collection: collection === null ? null : { key: collection, verified: true },
    isFrozen: false,
    delegate: plugins.transferDelegate ?? null,
  });
}
