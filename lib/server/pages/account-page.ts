import 'server-only';
import type { HoldingsLine, StreamFailure } from '@/lib/dashboard/account/holdings-state';
import { isAsset } from '@/lib/dashboard/account/kind-messages';
import { accountHead, type ImagePath, nftRow, tokenRow } from '@/lib/dashboard/account/rows';
import { childScope, scopeOf } from '@/lib/promises/request-scope';
import { imagePath } from '@/lib/server/routes/image-path';
import type { Service } from '@/lib/server/service';
import { type FirstHoldings, getFirstHoldings } from '@/lib/services/holdings/get-first-holdings';
import { getItem } from '@/lib/services/holdings/get-item';
import { type ChainPrices, getPrices } from '@/lib/services/holdings/get-prices';
import { resolveOwner } from '@/lib/services/holdings/resolve-owner';
import type { HoldingsWait } from '@/lib/services/holdings-streams/holdings-stream';
import { holdingsUnitsBeyond, WORK_UNITS } from '@/lib/services/work-units';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import type { AssetById } from '@/lib/solana/das/asset-of-item';
import type { Item } from '@/lib/solana/holdings';
import type { HoldingsEvent, ItemListing } from '@/lib/solana/holdings-events';
import type { TokenList } from '@/lib/solana/token-list';
import { textWarnings } from '@/lib/solana/warnings';
import { lookUp, type PageResult, pageFailure } from './page-look-up';

/** How long a page waits for data before it is sent with whatever has arrived. */
const FIRST_VIEW: HoldingsWait = {
  holdingsMs: 1500,
  troubleMs: 600,
};
/** How long a share image waits for data. Share images do not report node failures. */
const IMAGE_VIEW: HoldingsWait = { holdingsMs: 1500 };
/** How long a page waits for the description of the account after the holdings have arrived, in ms. */
const KIND_GRACE_MS = 600;
/** How long a page waits for an asset's metadata and document, in ms. */
const ASSET_MS = 2_500;
/** Timeout of a streamed listing, in ms. Longer than that of an RPC call, because public nodes are rate-limited. */
const LISTING_MS = 180_000;

/** Reads the first holdings of an account or `.sol` name for a share image. The caller must have charged the cost. */
export function prepaidFirstHoldings(
  addressOrName: string,
  chainId: number,
): Promise<PageResult<FirstHoldings>> {
  return lookUp(0, async ({ ports }, scope) => {
    const owner = await resolveOwner(ports, addressOrName, chainId, scope);
    return getFirstHoldings(ports, owner, chainId, IMAGE_VIEW, false);
  });
}

/** Reads the description of an account or `.sol` name for a share image. The caller must have charged the cost. */
export function prepaidAccountDescription(
  addressOrName: string,
  chainId: number,
): Promise<PageResult<AccountDescription>> {
  return lookUp(0, async ({ ports }, scope) => {
    // The description must not delay the image for longer than the holdings do.
    const soon = childScope(scope, { timeoutMs: IMAGE_VIEW.holdingsMs });
    try {
      const owner = await resolveOwner(ports, addressOrName, chainId, soon.scope);
      return await ports.solana.describeAccount(chainId, owner, soon.scope);
    } finally {
      soon.clear();
    }
  });
}

/** Data shown on an account's page. */
export type AccountPage = {
  holdings: PageResult<FirstHoldings>;
  /** The description of the account; undefined if it was not read in time. */
  reading: AccountDescription | undefined;
  /** The asset of a mint, or of an MPL Core asset or collection, with its document; undefined if it was not read. */
  asset: AssetById | undefined;
  /** Returns the position of a well-known token in the token list. */
  rank: TokenList['rank'];
  /** The account's primary name; null if it has none, or if the name was not read in time. */
  primaryName: string | null;
  /** The prices of the chain; undefined if they do not exist or were not read in time. */
  prices: ChainPrices | undefined;
};

/**
 * Reads the first holdings and the description of an account or `.sol` name in parallel. Omits a description that does
 * not arrive in time.
 */
export function accountPage(addressOrName: string, chainId: number): Promise<PageResult<AccountPage>> {
  return lookUp(WORK_UNITS.holdings + WORK_UNITS.accountKind, async (service, scope, charge) => {
    const { ports } = service;
    const address = await resolveOwner(ports, addressOrName, chainId, scope);
    /** The page shows the account without what can't be read. `pageFailure` logs internal errors. */
    const optional = <T>(work: Promise<T>) =>
      work.catch((thrown: unknown) => {
        pageFailure(service, thrown);
        return undefined;
      });
    const kindWork = childScope(scope);
    const reading = optional(ports.solana.describeAccount(chainId, address, kindWork.scope));
    const assetWork = childScope(scope, { timeoutMs: ASSET_MS });
    const readAsset = async () => {
      const found = await reading;
      if (found === undefined || !isAsset(found.account)) return undefined;
      await charge(WORK_UNITS.asset);
      const options = { parseMetadataUri: true, withRecords: true, scope: assetWork.scope };
      const { assets } = await ports.solana.assets.byId(chainId, [address], options);
      return typeof assets[0] === 'object' ? assets[0] : undefined;
    };
    const asset = optional(readAsset());
    // Ignore failures: the name is optional.
    const naming = ports.solana.primaryName(chainId, address, kindWork.scope).catch(() => null);
    // The page shows the list without them, and requests them again.
    const pricing = ports.solana.hasPrices(chainId)
      ? getPrices(ports, chainId, kindWork.scope).catch(() => undefined)
      : undefined;
    const first = getFirstHoldings(ports, address, chainId, FIRST_VIEW, true);
    const holdings: PageResult<FirstHoldings> = await first.then(
      (value) => ({ ok: true, value }),
      (thrown: unknown) => pageFailure(service, thrown),
    );
    const timer = setTimeout(kindWork.abort, KIND_GRACE_MS);
    try {
      return {
        holdings,
        reading: await reading,
        asset: await asset,
        rank: (await ports.solana.tokenList(chainId)).rank,
        primaryName: presentableName(await naming),
        prices: await pricing,
      };
    } finally {
      clearTimeout(timer);
      kindWork.clear();
      assetWork.clear();
    }
  });
}

/**
 * Returns the name; null if it contains misleading characters, such as invisible ones or ones that
 * change direction.
 */
const presentableName = (name: string | null): string | null =>
  name !== null && textWarnings(name, '').every((word) => word === 'link-in-name') ? name : null;

/**
 * Reads an item of an account. Returns undefined if the account does not hold it.
 * @param isPaid whether the cost has already been charged, as for a share image
 */
export function itemOfAccount(
  addressOrName: string,
  itemAddress: string,
  chainId: number,
  { isPaid = false }: { isPaid?: boolean } = {},
): Promise<PageResult<Item | undefined>> {
  return lookUp(isPaid ? 0 : WORK_UNITS.itemPage, ({ ports }, scope, charge) =>
    getItem(ports, addressOrName, itemAddress, chainId, {
      beforeReading: async () => {
        if (!isPaid) await charge(WORK_UNITS.holdings - WORK_UNITS.itemPage);
      },
      scope,
    }),
  );
}

/** Streams the lines with which a script completes the HTML of an account's page. */
export async function* streamHoldings(
  service: Service,
  addressOrName: string,
  chainId: number,
  { visitor, gone }: { visitor: string; gone: AbortSignal },
): AsyncGenerator<HoldingsLine, void, undefined> {
  const { scope, clear } = childScope(scopeOf(gone), { timeoutMs: LISTING_MS });
  let rank: TokenList['rank'] = () => undefined;

  /** Yields the events of the listing, which the page may have already started. Charges large holdings by size. */
  async function* paidEvents() {
    const { ports, visitorLimiter } = service;
    const owner = await resolveOwner(ports, addressOrName, chainId, scope);
    ({ rank } = await ports.solana.tokenList(chainId));
    for await (const event of ports.holdingsStreams.resume(chainId, owner).events(scope.signal)) {
      if (event.type === 'holdings') {
        const items = event.holdings.nfts.length + event.holdings.tokens.length;
        visitorLimiter.owe(visitor, holdingsUnitsBeyond(items));
      }
      yield event;
    }
  }

  try {
    yield* holdingsLines(paidEvents(), {
      imagePath,
      rank: (mint) => rank(mint),
      failureOf: (thrown) => {
        if (gone.aborted) return undefined;
        const trouble = service.ports.solana.trouble(chainId);
        return { ...pageFailure(service, thrown), ...(trouble === undefined ? {} : { trouble }) };
      },
    });
  } finally {
    clear();
  }
}

/** Maximum number of rows per line; few enough that a browser can render them while the next line arrives. */
const ROWS_OF_A_LINE = 500;

type HoldingsLinesOptions = {
  /** Returns the path on this server for an image's URL; undefined if the image must not be shown. */
  imagePath: ImagePath;
  /** Returns the position of a well-known token in the token list. */
  rank: (mint: string) => number | undefined;
  /** Describes an error for the page; undefined if the client has disconnected. */
  failureOf: (thrown: unknown) => StreamFailure | undefined;
};

/** Converts the events of a listing to the lines of `/api/holdings/ADDRESS`, with rows and failures. */
export async function* holdingsLines(
  events: AsyncIterable<HoldingsEvent>,
  { imagePath, rank, failureOf }: HoldingsLinesOptions,
): AsyncGenerator<HoldingsLine, void, undefined> {
  try {
    for await (const event of events)
      if (event.type === 'holdings') yield* listingLines(event, imagePath, rank);
      else yield event;
  } catch (thrown) {
    const failure = failureOf(thrown);
    if (failure === undefined) return;
    const { reason, message, retry, trouble } = failure;
    yield { type: 'failed', reason, message, retry, ...(trouble === undefined ? {} : { trouble }) };
  }
}

function* listingLines(
  { owner, holdings, tokenUris, closable }: ItemListing,
  imagePath: ImagePath,
  rank: HoldingsLinesOptions['rank'],
): Generator<HoldingsLine, void, undefined> {
  const head = accountHead(owner, holdings, closable);
  for (const { tokens, nfts } of chunks(holdings.tokens, holdings.nfts))
    yield {
      type: 'holdings',
      head,
      tokens: tokens.map((token) =>
        tokenRow(token, imagePath, tokenUris.get(token.address), rank(token.mint)),
      ),
      nfts: nfts.map((nft) => nftRow(nft, imagePath)),
    };
}

/** Splits two lists, one after the other, into chunks that each fit on a line. Yields at least one chunk. */
function* chunks<T, N>(tokens: readonly T[], nfts: readonly N[]): Generator<{ tokens: T[]; nfts: N[] }> {
  const cut = <I>(items: readonly I[], start: number) =>
    items.slice(Math.max(0, start), Math.max(0, start + ROWS_OF_A_LINE));
  for (let start = 0; start === 0 || start < tokens.length + nfts.length; start += ROWS_OF_A_LINE)
    yield { tokens: cut(tokens, start), nfts: cut(nfts, start - tokens.length) };
}
