import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { Breadcrumb } from '@/components/item/breadcrumb';
import { Section } from '@/components/item/facts';
import type { PlayableMedia } from '@/components/item/nft-media';
import { NftView } from '@/components/item/nft-view';
import { PrevNext } from '@/components/item/prev-next';
import { TokenView } from '@/components/item/token-view';
import { CodeBlock } from '@/components/ui/code-block';
import { CopyButton } from '@/components/ui/copy/copy-button';
import { FailureNotice } from '@/components/ui/failure-notice';
import { Icon } from '@/components/ui/icon';
import { ShareMenu } from '@/components/ui/share-menu';
import { mediaOf } from '@/lib/dashboard/account/item-document';
import { itemRow, nftRow, tokenRow } from '@/lib/dashboard/account/rows';
import { clusterLabel, explorerLinks } from '@/lib/dashboard/chains';
import { cleanText, clip, shorten } from '@/lib/dashboard/format';
import { readAccountView, switchTab } from '@/lib/dashboard/search-params';
import { prettyJson } from '@/lib/json/pretty';
import type { Env } from '@/lib/server/env';
import { gatewaysOf } from '@/lib/server/images/gateways';
import { itemOfAccount } from '@/lib/server/pages/account-page';
import { imagePath, mediaPath } from '@/lib/server/routes/image-path';
import { getService } from '@/lib/server/shared-service';
import { isAddress } from '@/lib/solana/address/address';
import { resolveImage } from '@/lib/solana/documents/document-uri';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { pageOfText } from '../../../page-text';
import { isNoAccount, NO_ADDRESS, shared } from '../../../shared-metadata';

type Props = {
  params: Promise<{ address: string; item: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Looks up an item. The page and its metadata share one lookup. */
const itemOf = cache(itemOfAccount);

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { address, item } = await params;
  const { chain } = readAccountView(await searchParams);
  const result = await itemOf(pageOfText(address), pageOfText(item), chain);
  if (isNoAccount(result) || !isAddress(pageOfText(item))) return NO_ADDRESS;
  const row = result.ok && result.value ? itemRow(result.value, () => undefined) : undefined;
  const name = clip(row?.name || row?.symbol || shorten(pageOfText(item), 6, 6));
  return shared(
    name,
    `${name}, held by the Solana account ${pageOfText(address)}: picture, attributes, creators, metadata.`,
    `/og/item?${new URLSearchParams({ address: pageOfText(address), item: pageOfText(item), chain: String(chain) })}`,
  );
}

export default async function ItemPage({ params, searchParams }: Props) {
  const { address, item } = await params;
  const addressOrName = pageOfText(address);
  const view = readAccountView(await searchParams);
  const result = await itemOf(addressOrName, pageOfText(item), view.chain);
  if (!result.ok) {
    // An invalid or unregistered name has no account to link to.
    const hasAccount = !(isNoAccount(result) || result.reason === 'name-not-found');
    // Text that is not an address is not shown, because it may be spam or a secret.
    const itemAddress = isAddress(pageOfText(item)) ? pageOfText(item) : undefined;
    return (
      <div className="grid gap-4">
        {hasAccount && <Breadcrumb addressOrName={addressOrName} view={view} list="NFTs or tokens" />}
        <FailureNotice
          title="Couldn’t read this item"
          failure={result}
          refused={hasAccount ? itemAddress : undefined}
          chain={hasAccount ? view.chain : undefined}
          address={itemAddress}
        />
      </div>
    );
  }
  const found = result.value;
  const service = await getService();
  if (found === undefined) notFound();
  const isNft = found.kind === 'nft';
  const held = found.item;
  const back = switchTab({ ...view, tab: 'tokens' }, isNft ? 'nfts' : 'tokens');
  return (
    <article data-wide="item">
      <p className="mb-2 hidden text-sm [overflow-wrap:anywhere] print:block">
        Held by {addressOrName} on {clusterLabel(view.chain)}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Breadcrumb addressOrName={addressOrName} view={back} list={isNft ? 'NFTs' : 'Tokens'} />
        <div className="flex flex-wrap gap-2">
          <PrevNext addressOrName={addressOrName} chain={view.chain} item={held.address} />
          <ShareMenu
            title={clip(cleanText(held.name)) || 'An item on Solana'}
            explorers={explorerLinks(view.chain, held.mint)}
          />
        </div>
      </div>
      {found.kind === 'nft' ? (
        <NftView
          nft={found.item}
          row={nftRow(found.item, imagePath)}
          chain={view.chain}
          owner={isAddress(addressOrName) ? addressOrName : undefined}
          media={playable(found.item, service.env)}
        />
      ) : (
        <TokenView
          token={found.item}
          row={tokenRow(found.item, imagePath)}
          chain={view.chain}
          hasPrices={service.ports.solana.hasPrices(view.chain)}
          tokenListDate={service.tokenListState().date}
        />
      )}
      <Section
        title="Raw JSON"
        end={
          <CopyButton text={prettyJson(held)} what="raw JSON">
            <span>
              Copy<span className="sr-only"> raw JSON</span>
            </span>
          </CopyButton>
        }
      >
        <details className="panel group">
          <summary className="px-4 py-2.5 text-muted text-sm hover:text-ink">
            <Icon name="down" className="mr-1.5 inline size-3.5 -rotate-90 group-open:rotate-0" />
            API response
          </summary>
          <div className="border-line border-t">
            <CodeBlock text={prettyJson(held)} label="Raw JSON" isJson />
          </div>
        </details>
      </Section>
    </article>
  );
}

/**
 * Returns an NFT's media. Videos and audio files that this server can proxy have a `path`; all others are shown as links
 * labeled with their host.
 */
function playable(nft: ExtendedNft, env: Env): PlayableMedia[] {
  const gateways = gatewaysOf(env);
  const { uri, uriData } = nft.metadata.data;
  return mediaOf(uriData ?? {}).flatMap(({ url, kind }) => {
    const resolved = resolveImage(url, uri, gateways, env.metadataAllowHosts);
    if (resolved === undefined || !/^https?:/.test(resolved)) return [];
    const path = kind === 'other' ? undefined : mediaPath(resolved);
    return [{ kind, url: resolved, host: new URL(resolved).host, path }];
  });
}
