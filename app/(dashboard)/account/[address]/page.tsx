import type { Metadata } from 'next';
import { cache } from 'react';
import { AccountScreen, type AccountUse } from '@/components/account/account-screen';
import { AccountHead } from '@/components/account/head/account-head';
import { AssetTitle } from '@/components/account/head/asset-title';
import { AssetView } from '@/components/account/kind/asset-view';
import { KindCard } from '@/components/account/kind/kind-card';
import { FailureNotice } from '@/components/ui/failure-notice';
import { PageLink } from '@/components/ui/page-link';
import { type FirstView, firstView, NOTHING_READ } from '@/lib/dashboard/account/first-view';
import { collectionSize, isAsset, kindMessages } from '@/lib/dashboard/account/kind-messages';
import { accountHead, itemRow, nftRow, tokenRow } from '@/lib/dashboard/account/rows';
import { valuesOf } from '@/lib/dashboard/account/values';
import { clusterLabel } from '@/lib/dashboard/chains';
import { holdingsRequest } from '@/lib/dashboard/docs/curl';
import { accountCalled, cleanText, clip, formatCount, formatSol } from '@/lib/dashboard/format';
import { networkMessage } from '@/lib/dashboard/refusal-messages';
import { quotableText } from '@/lib/dashboard/search/quotable-text';
import { solanaAddressMessage } from '@/lib/dashboard/search/solana-address-message';
import { readAccountView, tabWithItems } from '@/lib/dashboard/search-params';
import { accountPage } from '@/lib/server/pages/account-page';
import type { PageFailure } from '@/lib/server/pages/page-look-up';
import { imagePath } from '@/lib/server/routes/image-path';
import { getService } from '@/lib/server/shared-service';
import type { AccountKind } from '@/lib/solana/account-description/account-kind';
import { programName } from '@/lib/solana/account-description/known-programs';
import { isSupported } from '@/lib/solana/coverage';
import type { ItemListing } from '@/lib/solana/holdings-events';
import { pageOfText } from '../../page-text';
import { isNoAccount, NO_ADDRESS, shared } from '../../shared-metadata';

type Props = {
  params: Promise<{ address: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const addressOrName = pageOfText((await params).address);
  const { chain } = readAccountView(await searchParams);
  const result = await accountOf(addressOrName, chain);
  if (isNoAccount(result)) return NO_ADDRESS;
  const holdings =
    result.ok && result.value.holdings.ok ? result.value.holdings.value.listing?.holdings : undefined;
  const reading = result.ok ? result.value.reading : undefined;
  const kind = reading && kindMessages(reading, false, chain);
  const name = cleanText(reading?.account.kind === 'mint' ? (reading.token?.name ?? '') : '');
  const title = `${name === '' ? accountCalled(addressOrName) : clip(name)} on ${clusterLabel(chain)}`;
  const description = kind
    ? `${kind.title}: ${addressOrName} on ${clusterLabel(chain)}.`
    : holdings
      ? `${formatSol(holdings.lamportsString)} SOL, ${formatCount(holdings.tokens.length)} tokens and ${formatCount(holdings.nfts.length)} NFTs of the Solana account ${addressOrName}.`
      : `Balance, tokens and NFTs of the Solana account ${addressOrName}.`;
  return shared(
    title,
    description,
    `/og/account?address=${encodeURIComponent(addressOrName)}&chain=${chain}`,
  );
}

export default async function AccountPage({ params, searchParams }: Props) {
  const addressOrName = pageOfText((await params).address);
  const raw = await searchParams;
  const view = readAccountView(raw);
  const result = await accountOf(addressOrName, view.chain);
  // An invalid or unregistered name has no address that the header could show.
  if (!result.ok && (isNoAccount(result) || result.reason === 'name-not-found'))
    return (
      <FailureNotice
        title={isNoAccount(result) ? 'This is not a Solana address' : UNREAD}
        failure={
          result.reason === 'invalid-address'
            ? { ...result, message: solanaAddressMessage(addressOrName) }
            : result
        }
        refused={await quotableText(addressOrName)}
      />
    );
  const unread = (failure: PageFailure) => (
    <>
      <AccountHead addressOrName={addressOrName} chain={view.chain} head={undefined} over />
      <div className="mt-4">
        <FailureNotice
          level={2}
          title={UNREAD}
          failure={failure}
          chain={view.chain}
          address={addressOrName}
        />
      </div>
    </>
  );
  if (!result.ok) return unread(result);
  const { holdings: read, reading, asset, rank, primaryName, prices } = result.value;
  const service = await getService();
  const hasPrices = service.ports.solana.hasPrices(view.chain);
  const isCollection = asset !== undefined && collectionSize(asset) !== undefined;
  const isOfAsset = reading !== undefined && isAsset(reading.account);
  const row = asset && itemRow(asset.item, imagePath, reading?.token?.uri);
  const title = isOfAsset && (
    <AssetTitle
      reading={reading}
      row={row}
      kind={
        isCollection
          ? 'Collection'
          : asset?.item.kind === 'nft' && reading.account.kind === 'mint'
            ? 'NFT mint'
            : (kindMessages(reading, false, view.chain)?.title ?? '')
      }
      chain={view.chain}
    />
  );
  const assetView = isOfAsset && (
    <AssetView
      reading={reading}
      asset={asset}
      row={row}
      chain={view.chain}
      hasPrices={hasPrices}
      tokenListDate={service.tokenListState().date}
    />
  );
  if (!read.ok && isOfAsset)
    return (
      <AccountHead
        addressOrName={addressOrName}
        chain={view.chain}
        head={undefined}
        over
        title={title}
        hasHoldings={false}
        kind={assetView}
      />
    );
  if (!read.ok)
    return (
      <>
        {unread(read)}
        {reading && <KindCard reading={reading} chain={view.chain} isBare={false} />}
      </>
    );
  const { address, listing, trouble } = read.value;
  const viewOf = ({ holdings: found, tokenUris, closable }: ItemListing): FirstView => {
    const head = accountHead(address, found, closable);
    const tokens = found.tokens.map((token) =>
      tokenRow(token, imagePath, tokenUris.get(token.address), rank(token.mint)),
    );
    const nfts = found.nfts.map((nft) => nftRow(nft, imagePath));
    const values =
      prices !== undefined
        ? new Map(
            valuesOf(tokens, head.lamports, prices).rows.flatMap((row) =>
              'value' in row ? [[row.key, { units: row.value.units }] as const] : [],
            ),
          )
        : undefined;
    return firstView(head, tokens, nfts, readAccountView(raw, tabWithItems(head)), values);
  };
  const holdings = listing?.holdings;
  // An incomplete list does not prove that the account is empty.
  const isBare =
    holdings?.lamports === 0n &&
    holdings.tokens.length + holdings.nfts.length === 0 &&
    !holdings.coverage.notRead.some(isSupported);
  const first = listing === undefined ? { ...NOTHING_READ, trouble } : viewOf(listing);
  return (
    <>
      <AccountScreen
        key={`${view.chain} ${addressOrName}`}
        addressOrName={addressOrName}
        primaryName={primaryName ?? programName(address) ?? null}
        chain={view.chain}
        first={first}
        kindTitle={reading && kindMessages(reading, isBare, view.chain)?.title}
        title={title}
        kind={
          assetView ||
          // Until something has been read, the status of the listing is sufficient.
          ((reading !== undefined || holdings !== undefined) && (
            <KindCard reading={reading} chain={view.chain} isBare={isBare} />
          ))
        }
        use={accountUse(reading?.account.kind)}
        tokenListDate={service.tokenListState().date}
        hasPrices={hasPrices}
        request={holdingsRequest(address, view.chain)}
      />
      {accountUse(reading?.account.kind) === 'wallet' && <NoScriptNote first={first} chain={view.chain} />}
    </>
  );
}

/** A note for browsers without JavaScript: how much of the list is on the page and how to get the complete list. */
function NoScriptNote({ first, chain }: { first: FirstView; chain: number }) {
  const { rows, tokens, nfts, facets, trouble } = first;
  const here = tokens.length + nfts.length;
  if (rows === 'all' || (rows === 'first' && here >= facets.shown)) return null;
  const failure =
    trouble === undefined ? 'Reading the account took too long' : networkMessage(chain, trouble.kind);
  return (
    <noscript>
      <p role={rows === 'none' ? 'alert' : 'note'} className="mt-4 text-sm">
        {rows === 'none'
          ? `${failure}. Reload to try again. `
          : `${formatCount(here)} of ${formatCount(facets.shown)} items. `}
        The full list needs JavaScript or the{' '}
        <PageLink className="link" href="/docs">
          API
        </PageLink>
        .
      </p>
    </noscript>
  );
}

const UNREAD = 'Couldn’t read this account';

/** What the account is for: holding items, or something else. An absent account may be that of a wallet. */
const accountUse = (kind: AccountKind['kind'] | undefined): AccountUse =>
  kind === undefined || kind === 'wallet' ? 'wallet' : kind === 'nothing' ? 'absent' : 'other';

/** Reads an account. The page and its metadata share one read. */
const accountOf = cache(accountPage);
