import { isNoAccount } from '@/app/(dashboard)/shared-metadata';
import { accountSummary } from '@/components/og/account-summary';
import { OgCard } from '@/components/og/card';
import { clusterName } from '@/lib/dashboard/chains';
import { accountCalled, formatCount, formatSol } from '@/lib/dashboard/format';
import { readChain, readText } from '@/lib/dashboard/search-params';
import { ogText } from '@/lib/dashboard/share-image-text';
import { prepaidAccountDescription, prepaidFirstHoldings } from '@/lib/server/pages/account-page';
import { type ShareImage, shareImageAnswer } from '@/lib/server/pages/share-image-response';
import { ogImages } from '@/lib/server/routes/share-image';
import type { ExtendedHoldings } from '@/lib/solana/holdings';

/**
 * Draws the share image of an account: item counts and first images or, if the account is not a
 * wallet, a description.
 */
export function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  const addressOrName = readText(searchParams, 'address');
  const chain = readChain(searchParams, 101);
  return shareImageAnswer(request, `account ${chain} ${addressOrName}`, () => compose(addressOrName, chain));
}

/** The image of pages that are not about an account, such as the home page. */
const ABOUT = (
  <OgCard
    kind="Solana and Bitcoin"
    title="What any Solana wallet holds"
    line="And the smart accounts behind a Bitcoin key"
    facts={[]}
    images={[]}
  />
);

async function compose(addressOrName: string, chain: number): Promise<ShareImage> {
  const [first, kind] = await Promise.all([
    prepaidFirstHoldings(addressOrName, chain),
    prepaidAccountDescription(addressOrName, chain),
  ]);
  const holdings = first.ok ? first.value.listing?.holdings : undefined;
  const words = kind.ok ? accountSummary(kind.value, chain) : undefined;
  if (isNoAccount(first)) return { isWhole: true, card: ABOUT };
  const short = ogText(accountCalled(addressOrName)) || 'Solana account';
  const cluster = `Solana ${clusterName(chain).toLowerCase()}`;
  // An account that is not a wallet can also hold items. Their counts are then shown instead of facts about the
  // account.
  const holdsItems = holdings !== undefined && holdings.tokens.length + holdings.nfts.length > 0;
  return {
    isWhole: holdings !== undefined && kind.ok,
    card: (
      <OgCard
        kind={words === undefined ? cluster : `${words.kind} · ${cluster}`}
        title={words?.name ?? short}
        line={ogText(first.ok ? first.value.address : addressOrName)}
        facts={words !== undefined && !holdsItems ? words.facts : holdings ? held(holdings) : []}
        images={holdings ? await ogImages(holdings.nfts, 6) : []}
      />
    ),
  };
}

const held = ({ lamportsString, tokens, nfts }: ExtendedHoldings) => [
  { name: 'Balance', value: `${formatSol(lamportsString)} SOL` },
  { name: 'Tokens', value: formatCount(tokens.length) },
  { name: 'NFTs', value: formatCount(nfts.length) },
];
