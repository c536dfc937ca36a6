import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import { type CoreAsset, decodeCoreAsset, decodeCoreCollection } from '@/lib/solana/accounts/core-asset';
import { decodeMint, decodeTokenAccount } from '@/lib/solana/accounts/token-program';
import { isAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { editionAddressOf, tokenRecordAddressOf } from '@/lib/solana/address/program-address';
import {
  assembleItem,
  classify,
  holdingsOf,
  type KnownMint,
  type OwnedTokenAccount,
  type ReadTokenRecord,
} from '@/lib/solana/assemble-holdings';
import { type AssetById, isNonFungible } from '@/lib/solana/das/asset-of-item';
import { coreMembersOf } from '@/lib/solana/das/core-plugins';
import { dasMintExtensions } from '@/lib/solana/facts/mint-extensions';
import { isTokenProgram, MPL_CORE_PROGRAM, TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { readEditions } from '../editions';
import { type OnChainHoldings, readMintFacts } from '../listing';
import { recordOf } from '../mint-reads';
import { dataOf, type ReadAccount, type ReadContext, readAccounts, readValue } from '../read-accounts';
import type { SolanaChain } from '../solana-chain';
import { type CoreCollections, readCoreCollections, withCoreFacts } from './core-collections';
import { coreItem } from './core-scan';

/** Longest wait, in ms, for the holders of NFTs. Each NFT takes one call. */
const HOLDERS_MS = 5_000;

/** Assets in the order of the requested ids, and their items as holdings, from which documents can be fetched. */
type AssetsById = { assets: (AssetById | 'none' | 'other')[]; onChain: OnChainHoldings };

/**
 * Reads assets by id in steps, each for all ids together: accounts, then metadata and editions, then holders of NFTs.
 * @param withRecords whether to read the token records of frozen NFTs, too, which take another step
 * @throws UpstreamUnavailableError if the account of an id or of a mint could not be read
 */
export async function readAssetsById(
  { transport, tokenList }: SolanaChain,
  ids: readonly SolanaAddress[],
  scope: RequestScope,
  withRecords: boolean,
): Promise<AssetsById> {
  let slot = Number.MAX_SAFE_INTEGER;
  const context = {
    transport,
    scope,
    onSlot: (read: number) => {
      slot = Math.min(slot, read);
    },
  };
  const accounts = await readAccounts(ids, true, context);
  const mints = [...accounts].flatMap(([id, account]) => mintAccount(id, account));
  // The mint accounts were already read above.
  const prefetched = { take: (key: SolanaAddress) => knownAccount(accounts.get(key), slot) };
  const facts = await readMintFacts(mints, { ...context, prefetched });
  const nfts = mints.filter(({ account: { mint } }) => isNft(mint, facts.knownOf(mint)));
  const [editions, holders] = await Promise.all([
    readEditions(
      new Map(nfts.map(({ address }) => [address, editionAddressOf(address) ?? address])),
      context,
    ),
    readHolders(
      nfts.filter(({ account: { mint } }) => facts.knownOf(mint)?.supply === 1n),
      transport,
      scope,
    ),
  ]);
  const records = await readRecords(withRecords ? [...holders.values()] : [], context);
  const list = await tokenList();
  const tokenUris = new Map<SolanaAddress, string>();
  const found = new Map<SolanaAddress, AssetById>();
  for (const mint of mints) {
    const known = facts.knownOf(mint.address);
    if (known === undefined) continue;
    const holder = holders.get(mint.address);
    const held = holder ?? mint;
    const record = records.get(held.address) ?? 'none';
    const item = assembleItem(held, known, record, list, editions.get(mint.address));
    if (item.kind === 'token' && typeof known.metadata === 'object' && known.metadata.uri !== '')
      tokenUris.set(item.item.address, known.metadata.uri);
    const editionAddress =
      known.decimals === 0 && known.supply === 0n ? editionAddressOf(mint.address) : undefined;
    found.set(mint.address, {
      item,
      owner: holder?.account.owner ?? '',
      known,
      accountMembers: extensionsOf(accounts.get(mint.address)),
      // Only the edition account could mint the NFT again, and the program that owns it never does.
      isBurnt: editionAddress !== undefined && known.facts.mintAuthority === editionAddress,
      isOwnerMissing: holder === undefined && known.supply === 1n && isNonFungible(item),
    });
  }
  await addCoreAssets(found, accounts, context);
  const items = [...found.values()].map(({ item }) => item);
  const at = slot === Number.MAX_SAFE_INTEGER ? 0 : slot;
  return {
    assets: ids.map((id) => found.get(id) ?? (accounts.get(id) === null ? 'none' : 'other')),
    onChain: { holdings: holdingsOf(0n, items, at), tokenUris, newestSlot: at },
  };
}

const knownAccount = (account: ReadAccount | undefined, slot: number) =>
  account === undefined || account === 'unread' ? undefined : { account, slot };

function extensionsOf(account: ReadAccount | undefined): AssetById['accountMembers'] {
  const data = dataOf(account, TOKEN_2022_PROGRAM);
  const extensions = data && dasMintExtensions(data);
  return extensions && { mint_extensions: extensions };
}

/**
 * Returns one placeholder for all token accounts of a mint, with the mint's supply as its amount. Returns an empty
 * array if the account is not a mint.
 */
function mintAccount(id: SolanaAddress, account: ReadAccount | undefined): OwnedTokenAccount[] {
  if (typeof account !== 'object' || account === null || !isTokenProgram(account.owner)) return [];
  const mint = decodeMint(account.data);
  if (mint === undefined || !mint.isInitialized) return [];
  const nobody: OwnedTokenAccount['account'] = {
    mint: id,
    owner: '',
    amount: mint.supply,
    delegate: null,
    delegatedAmount: 0n,
    state: 'initialized',
    closeAuthority: null,
  };
  return [{ address: id, programId: account.owner, account: nobody }];
}

const isNft = (mint: SolanaAddress, known: KnownMint | undefined) =>
  known !== undefined && classify(mint, known) === 'nft';

/**
 * Reads the token accounts that hold NFTs, by mint. Omits holders that could not be read, for example because the node
 * refuses the call.
 */
async function readHolders(
  mints: readonly OwnedTokenAccount[],
  transport: Transport,
  scope: RequestScope,
): Promise<Map<SolanaAddress, OwnedTokenAccount>> {
  const found = new Map<SolanaAddress, OwnedTokenAccount>();
  if (mints.length === 0) return found;
  const box = childScope(scope, { timeoutMs: HOLDERS_MS });
  try {
    const holders = await Promise.all(
      mints.map(({ address }) => readLargest(address, transport, box.scope).catch(() => undefined)),
    );
    const keys = holders.filter((holder) => holder !== undefined);
    const accounts = await readAccounts(keys, false, { transport, scope: box.scope });
    for (const [index, { address, programId }] of mints.entries()) {
      const holder = holders[index] ?? '';
      const data = dataOf(accounts.get(holder), programId);
      const account = data && decodeTokenAccount(data);
      if (account?.mint === address && account.amount === 1n)
        found.set(address, { address: holder, programId, account });
    }
  } catch (thrown) {
    if (!box.scope.signal.aborted || scope.signal.aborted) throw thrown;
  } finally {
    box.clear();
  }
  return found;
}

/** Reads the token records of frozen accounts, which say what a delegate of the NFT can do, by token account. */
async function readRecords(
  holders: readonly OwnedTokenAccount[],
  context: ReadContext,
): Promise<Map<SolanaAddress, ReadTokenRecord>> {
  const keys = new Map(
    holders.flatMap(({ address, account: { mint, state } }) => {
      const key = state === 'frozen' ? tokenRecordAddressOf(mint, address) : undefined;
      return key === undefined ? [] : [[address, key] as const];
    }),
  );
  const accounts = await readAccounts([...keys.values()], false, context);
  return new Map([...keys].map(([address, key]) => [address, recordOf(accounts.get(key) ?? null)]));
}

/** Finds the token account that holds the only unit of a mint. */
function readLargest(mint: SolanaAddress, transport: Transport, scope: RequestScope) {
  const accept = (answer: unknown) => {
    const { value } = readValue(answer);
    if (!Array.isArray(value)) return undefined;
    const [row] = value.filter((each) => (each as { amount?: unknown } | null)?.amount === '1');
    const { address } = (row ?? {}) as { address?: unknown };
    return typeof address === 'string' && isAddress(address) ? address : undefined;
  };
  return transport('getTokenLargestAccounts', [mint, {}], scope, { accept });
}

/** Adds the Core assets and collections among `accounts`. Reads the collections of the assets in one step. */
async function addCoreAssets(
  found: Map<SolanaAddress, AssetById>,
  accounts: ReadonlyMap<SolanaAddress, ReadAccount>,
  context: ReadContext,
): Promise<void> {
  const cores = [...accounts].flatMap(([id, account]) => {
    const data = dataOf(account, MPL_CORE_PROGRAM);
    return data === undefined ? [] : [{ id, data, asset: decodeCoreAsset(data) }];
  });
  const collections = await readCoreCollections(
    cores.flatMap(({ asset }) => asset ?? []),
    context,
  );
  for (const { id, data, asset } of cores) {
    const core = asset === undefined ? coreCollection(id, data) : coreAsset(id, asset, collections);
    if (core !== undefined) found.set(id, { ...core, accountMembers: coreMembersOf(data) });
  }
}

function coreAsset(id: SolanaAddress, asset: CoreAsset, collections: CoreCollections): AssetById {
  const item = withCoreFacts(coreItem(id, asset), asset, collections);
  // The update authority of an asset in a collection is the collection's.
  const inherited = collections.get(asset.collection ?? '');
  const updateAuthority = inherited?.updateAuthority ?? item.metadata.updateAuthority;
  const metadata = { ...item.metadata, updateAuthority };
  return { item: { kind: 'nft', item: { ...item, metadata } }, owner: asset.owner };
}

/** Converts an account to a Core collection; returns undefined if it is not one. */
function coreCollection(id: SolanaAddress, data: Buffer): AssetById | undefined {
  const collection = decodeCoreCollection(data);
  if (collection === undefined) return undefined;
  const parts = { ...collection, collection: null, hasUnreadPlugins: false };
  const item = withCoreFacts(coreItem(id, parts), parts, new Map());
  return { item: { kind: 'nft', item }, owner: collection.updateAuthority, isCoreCollection: true };
}
