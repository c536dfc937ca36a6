import { UpstreamUnavailableError } from '@/lib/errors';
import { forEachYielding } from '@/lib/promises/for-each-yielding';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { isAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { byMintThenAddress } from '@/lib/solana/assemble-holdings';
import { ALL_READ, withoutAssets } from '@/lib/solana/coverage';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { BUBBLEGUM_PROGRAM, MPL_CORE_PROGRAM } from '@/lib/solana/programs';
import { textWarnings } from '@/lib/solana/warnings';
import type { CallParams, NamedTransport } from '@/lib/sources/transport/transport-type';
import { isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import type { HoldingsReader } from './solana-rpc';

const PAGE = 1_000;
/** 200,000 assets: past it a provider is repeating itself. */
const MAX_PAGES = 200;
const INVALID_PARAMS = -32602;
/** Longest that a read of holdings waits for DAS: a hanging one must not take the rest with it. */
const DAS_TIMEOUT_MS = 10_000;

/** The error of holdings that would be silently short for want of DAS. */
export function dasUnavailable(): UpstreamUnavailableError {
  return new UpstreamUnavailableError(
    'das-unavailable',
    'The DAS upstream is unavailable: MPL Core and compressed NFTs could not be listed',
  );
}

/**
 * `reader` and, beside it, the MPL Core and compressed NFTs that only a DAS upstream can list; of its answer only
 * those two kinds are taken. A failing DAS leaves the warning `das-unavailable`.
 */
export function withDas(reader: HoldingsReader, das: NamedTransport | undefined): HoldingsReader {
  if (das === undefined) return reader;
  return async (owner, signal, onProgress) => {
    const box = linkedSignal(signal, { timeoutMs: DAS_TIMEOUT_MS });
    try {
      const assets = readAssets(das, owner, box.signal).then(
        (found) => found,
        () => undefined,
      );
      const onChain = await reader(owner, signal, onProgress);
      const { holdings } = onChain;
      const found = await assets;
      if (found === undefined)
        return {
          ...onChain,
          holdings: {
            ...holdings,
            warnings: [...holdings.warnings, 'das-unavailable'],
            coverage: withoutAssets('das-unavailable'),
          },
        };
      const nfts = [...holdings.nfts, ...found].sort(byMintThenAddress);
      return { ...onChain, holdings: { ...holdings, nfts, coverage: ALL_READ } };
    } finally {
      box.abort();
    }
  };
}

/** All pages. Only an empty page ends them: `total` is that of the page, and some providers cut pages short. */
async function readAssets(
  das: NamedTransport,
  owner: SolanaAddress,
  signal: AbortSignal,
): Promise<ExtendedNft[]> {
  const found = new Map<string, ExtendedNft>();
  const seen = new Set<string>();
  for (let page = 1; page <= MAX_PAGES; page++) {
    const items = await readPage(das, owner, page, signal);
    const before = seen.size;
    await forEachYielding(items, (item) => {
      const { id } = (item ?? {}) as { id?: unknown };
      if (typeof id !== 'string') return;
      seen.add(id);
      const nft = reshapeAsset(item as Asset, owner);
      if (nft !== undefined) found.set(id, nft);
    });
    // Nothing new: the end, or a provider that knows no pages.
    if (items.length === 0 || seen.size === before) return [...found.values()];
  }
  throw dasUnavailable();
}

/** One page. Providers differ in how parameters travel (by name, or in order): the second form is tried on -32602. */
async function readPage(
  das: NamedTransport,
  owner: SolanaAddress,
  page: number,
  signal: AbortSignal,
): Promise<unknown[]> {
  const ask = async (params: CallParams) => {
    const answer = (await das('getAssetsByOwner', params, signal)) as {
      items?: unknown;
      assets?: { items?: unknown };
    } | null;
    const items = answer?.items ?? answer?.assets?.items;
    if (!Array.isArray(items)) throw dasUnavailable();
    return items as unknown[];
  };
  try {
    return await ask({ ownerAddress: owner, page, limit: PAGE });
  } catch (thrown) {
    if (!isUpstreamCallError(thrown) || thrown.code !== INVALID_PARAMS) throw thrown;
    return ask([owner, null, PAGE, page, null, null]);
  }
}

/** The part of a DAS asset that is read; everything may be missing. */
type Asset = {
  id: string;
  interface?: unknown;
  burnt?: unknown;
  mutable?: unknown;
  content?: { json_uri?: unknown; metadata?: { name?: unknown; symbol?: unknown } | null } | null;
  authorities?: { address?: unknown }[] | null;
  compression?: { compressed?: unknown } | null;
  grouping?: { group_key?: unknown; group_value?: unknown; verified?: unknown }[] | null;
  royalty?: { basis_points?: unknown } | null;
  creators?: { address?: unknown; verified?: unknown; share?: unknown }[] | null;
  ownership?: { owner?: unknown; frozen?: unknown; delegate?: unknown } | null;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '') : '');
const list = <T>(value: T[] | null | undefined): T[] =>
  Array.isArray(value) ? value.filter((each) => each !== null) : [];
const intOf = (value: unknown, max: number): number =>
  Number.isInteger(value) ? Math.min(Math.max(Number(value), 0), max) : 0;

/** A DAS asset as an item; undefined for kinds that the token programs already list, burnt ones, and others' assets. */
function reshapeAsset(asset: Asset, owner: SolanaAddress): ExtendedNft | undefined {
  const compressed = asset.compression?.compressed === true;
  if (!compressed && asset.interface !== 'MplCoreAsset') return undefined;
  if (asset.burnt === true || asset.ownership?.owner !== owner || !isAddress(asset.id)) return undefined;
  const name = textOf(asset.content?.metadata?.name);
  const symbol = textOf(asset.content?.metadata?.symbol);
  const sellerFeeBasisPoints = intOf(asset.royalty?.basis_points, 65_535);
  const updateAuthority = textOf(list(asset.authorities)[0]?.address);
  const delegate = textOf(asset.ownership?.delegate);
  const group = list(asset.grouping).find(({ group_key }) => group_key === 'collection');
  return {
    mint: asset.id,
    address: asset.id,
    isSemiFungible: false,
    name,
    symbol,
    image: '',
    sellerFeeBasisPoints,
    metadata: {
      key: 0,
      updateAuthority,
      mint: asset.id,
      data: {
        name,
        symbol,
        uri: textOf(asset.content?.json_uri),
        sellerFeeBasisPoints,
        creators: list(asset.creators).map(({ address, verified, share }) => ({
          address: textOf(address),
          verified: verified === true,
          share: intOf(share, 255),
        })),
      },
      primarySaleHappened: false,
      isMutable: typeof asset.mutable === 'boolean' ? asset.mutable : updateAuthority !== '',
      editionNonce: null,
    },
    amountString: '1',
    programId: compressed ? BUBBLEGUM_PROGRAM : MPL_CORE_PROGRAM,
    tokenStandard: null,
    collection: isAddress(textOf(group?.group_value))
      ? { key: textOf(group?.group_value), verified: group?.verified !== false }
      : null,
    amount: 1n,
    decimals: 0,
    state: asset.ownership?.frozen === true ? 'frozen' : 'initialized',
    delegate: isAddress(delegate) ? delegate : null,
    warnings: textWarnings(name, symbol),
  };
}
