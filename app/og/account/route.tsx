import { OgCard } from '@/components/og/card';
import { clusterName } from '@/lib/dashboard/chains';
import { formatAmount, formatSol, shorten } from '@/lib/dashboard/format';
import { readChain } from '@/lib/dashboard/search-params';
import { ogText } from '@/lib/dashboard/share-image-text';
import { ogImages } from '@/lib/server/images/share-image';
import { type ShareImage, shareImageAnswer } from '@/lib/server/images/share-image-answer';
import { paidFirstHoldings } from '@/lib/server/pages/account-page';

/** The share image of an account: its counts and its first images. */
export function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  const addressOrName = (searchParams.get('address') ?? '').slice(0, 200);
  const chain = readChain(searchParams, 101);
  return shareImageAnswer(request, `account ${chain} ${addressOrName}`, () => compose(addressOrName, chain));
}

async function compose(addressOrName: string, chain: number): Promise<ShareImage> {
  const result = await paidFirstHoldings(addressOrName, chain);
  const holdings = result.ok ? result.value.holdings : undefined;
  const title =
    ogText(addressOrName.endsWith('.sol') ? addressOrName : shorten(addressOrName, 6, 6)) || 'Solana account';
  return {
    isWhole: holdings !== undefined,
    card: (
      <OgCard
        kind={`Solana ${clusterName(chain).toLowerCase()}`}
        title={title}
        line={ogText(result.ok ? result.value.address : addressOrName)}
        facts={
          holdings
            ? [
                { name: 'Balance', value: `${formatSol(holdings.lamportsString)} SOL` },
                { name: 'Tokens', value: formatAmount(String(holdings.tokens.length), 0) },
                { name: 'NFTs', value: formatAmount(String(holdings.nfts.length), 0) },
              ]
            : []
        }
        images={holdings ? await ogImages(holdings.nfts.map(({ image }) => image).filter(Boolean), 6) : []}
      />
    ),
  };
}
