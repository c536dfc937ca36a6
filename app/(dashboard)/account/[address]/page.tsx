import type { Metadata } from 'next';
import { AccountScreen } from '@/components/account/account-screen';
import { AccountHead } from '@/components/account/head/account-head';
import { KindCard } from '@/components/account/kind/kind-card';
import { NoScriptNote } from '@/components/account/no-script-note';
import { FailureNotice } from '@/components/ui/failure-notice';
import { type FirstView, firstView, NOTHING_READ } from '@/lib/dashboard/account/first-view';
import { emptyListMessage, kindMessages, unreadMessage } from '@/lib/dashboard/account/kind-messages';
import { accountHead, nftRow, tokenRow } from '@/lib/dashboard/account/rows';
import { clusterLabel } from '@/lib/dashboard/chains';
import { accountCalled, formatCount, formatSol } from '@/lib/dashboard/format';
import { quotableText } from '@/lib/dashboard/search/quotable-text';
import { readAccountView, tabWithItems } from '@/lib/dashboard/search-params';
import { imagePath } from '@/lib/server/routes/image-path';
import { getService } from '@/lib/server/shared-service';
import { isSupported } from '@/lib/solana/coverage';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import { pageOfText } from '../../page-text';
import { isNoAccount, NO_ADDRESS, shared } from '../../shared-metadata';
import { accountOf } from './account-of';

type Props = {
  params: Promise<{ address: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Whether the page is sent only when the account has been read completely. */
const isWhole = (raw: Awaited<Props['searchParams']>) => raw.whole === '1';

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const addressOrName = pageOfText((await params).address);
  const raw = await searchParams;
  const view = readAccountView(raw);
  const { chain } = view;
  const result = await accountOf(addressOrName, chain, isWhole(raw));
  if (isNoAccount(result)) return NO_ADDRESS;
  const title = `${accountCalled(addressOrName)} on ${clusterLabel(chain)}`;
  const holdings = result.ok && result.value.holdings.ok ? result.value.holdings.value.holdings : undefined;
  const kind = result.ok && result.value.reading ? kindMessages(result.value.reading, false) : undefined;
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
  const result = await accountOf(addressOrName, view.chain, isWhole(raw));
  const unreadHead = <AccountHead addressOrName={addressOrName} chain={view.chain} head={undefined} over />;
  // An invalid or unregistered name has no address that the header could show.
  const hasHead = result.ok || !(isNoAccount(result) || result.reason === 'name-not-found');
  if (!result.ok)
    return (
      <>
        {hasHead && unreadHead}
        <div className={hasHead ? 'mt-4' : ''}>
          <FailureNotice
            level={hasHead ? 2 : 1}
            title={isNoAccount(result) ? 'This is not a Solana address' : 'Couldn’t read this account'}
            failure={result}
            setting={hasHead ? `SOLANA_RPC_URL_${view.chain}` : undefined}
            refused={hasHead ? undefined : await quotableText(addressOrName)}
          />
        </div>
      </>
    );
  const { holdings: read, reading, primaryName } = result.value;
  if (!read.ok)
    return (
      <>
        {unreadHead}
        <div className="mt-4">
          <FailureNotice
            level={2}
            title="Couldn’t read this account"
            failure={read}
            setting={`SOLANA_RPC_URL_${view.chain}`}
          />
        </div>
        {reading && <KindCard reading={reading} chain={view.chain} isBare={false} />}
      </>
    );
  const { address, holdings, tokenUris, complete, trouble } = read.value;
  const viewOf = (found: ExtendedHoldings): FirstView => {
    const head = accountHead(address, found);
    const tokens = found.tokens.map((token) => tokenRow(token, imagePath, tokenUris.get(token.address)));
    const nfts = found.nfts.map((nft) => nftRow(nft, imagePath));
    return firstView(head, tokens, nfts, readAccountView(raw, tabWithItems(head)), complete);
  };
  // An incomplete list does not prove that the account is empty.
  const isBare =
    holdings?.lamports === 0n &&
    holdings.tokens.length + holdings.nfts.length === 0 &&
    !holdings.coverage.notRead.some(isSupported);
  const first = holdings === undefined ? { ...NOTHING_READ, trouble } : viewOf(holdings);
  return (
    <>
      <AccountScreen
        key={`${view.chain} ${addressOrName}`}
        addressOrName={addressOrName}
        primaryName={primaryName}
        chain={view.chain}
        first={first}
        kindTitle={reading && kindMessages(reading, isBare)?.title}
        kind={
          // Until something has been read, the status of the listing is sufficient.
          (reading !== undefined || holdings !== undefined) && (
            <KindCard reading={reading} chain={view.chain} isBare={isBare} />
          )
        }
        empty={emptyListMessage(reading)}
        unread={unreadMessage(reading)}
        tokenListDate={(await getService()).tokenListState().date}
      />
      <NoScriptNote first={first} />
    </>
  );
}
