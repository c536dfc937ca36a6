import { HomeSearch } from '@/components/home/home-search';
import { Showcase } from '@/components/home/showcase';
import { Watchlist } from '@/components/labels/watchlist';
import { cleanText } from '@/lib/dashboard/format';
import { detectInput } from '@/lib/dashboard/search/detect-input';
import { exposedSecretMessage } from '@/lib/dashboard/search/detected-input';
import { quotableText } from '@/lib/dashboard/search/quotable-text';
import { defaultLookUpChain, hasSampleNetwork } from './bitcoin/chain-choices';

type Props = { searchParams: Promise<{ q?: string | string[] }> };

export default async function HomePage({ searchParams }: Props) {
  const { q } = await searchParams;
  const text = (Array.isArray(q) ? q[0] : q) ?? '';
  const refused = await detectInput(text);
  return (
    <div className="mx-auto max-w-2xl gap-x-16 pt-[6vh] max-sm:pt-2 min-[1600px]:grid min-[1600px]:max-w-none min-[1600px]:grid-cols-2 print:max-w-none">
      <div>
        <h1 className="text-balance font-semibold text-[1.75rem] leading-9 tracking-tight max-sm:text-2xl max-sm:leading-8">
          <span className="block">What does this Solana account hold?</span>{' '}
          <span className="block">Which smart account belongs to this Bitcoin key?</span>
        </h1>
        <p className="mt-3 mb-6 max-w-prose text-muted">
          Paste an address, a name or a public key. The answer is read straight from the chains.
        </p>
        <HomeSearch
          defaultChain={await defaultLookUpChain()}
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
        <Watchlist />
      </div>
      {(await hasSampleNetwork()) && <Showcase />}
    </div>
  );
}
