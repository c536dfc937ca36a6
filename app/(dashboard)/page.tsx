import { HomeSearch } from '@/components/home/home-search';
import { RecentLookUps } from '@/components/home/recent-look-ups';
import { Showcase } from '@/components/home/showcase';
import { Watchlist } from '@/components/labels/watchlist';
import { cleanText } from '@/lib/dashboard/format';
import { detectInput } from '@/lib/dashboard/search/detect-input';
import { exposedSecretMessage } from '@/lib/dashboard/search/detected-input';
import { quotableText } from '@/lib/dashboard/search/quotable-text';
import { sampleStrips } from '@/lib/server/pages/home/sample-strip';
import { defaultEvmChain } from './bitcoin/chain-choices';

type Props = { searchParams: Promise<{ q?: string | string[] }> };

export default async function HomePage({ searchParams }: Props) {
  const { q } = await searchParams;
  const text = (Array.isArray(q) ? q[0] : q) ?? '';
  const refused = await detectInput(text);
  const { showcase, big } = await sampleStrips();
  return (
    <div className="mx-auto max-w-2xl pt-[6vh] max-sm:pt-2 print:max-w-none">
      <h1 className="text-balance font-semibold text-[2.25rem] leading-10 tracking-tight max-sm:text-3xl">
        See what any Solana wallet holds.
      </h1>
      <p className="mt-3 max-w-prose text-muted">
        Every token and NFT, straight from the chain. Or find the smart accounts behind a Bitcoin key.
      </p>
      <div className="mt-6">
        <HomeSearch
          defaultChain={await defaultEvmChain()}
          refused={
            refused?.ok === false
              ? {
                  text: refused.kind === 'wrong' && (await quotableText(text)) ? cleanText(text) : undefined,
                  message:
                    refused.kind === 'secret' ? exposedSecretMessage(refused.label) : `${refused.message}.`,
                }
              : undefined
          }
        />
      </div>
      <Watchlist />
      <RecentLookUps />
      <Showcase strips={[showcase, big]} />
    </div>
  );
}
