import { OgCard } from '@/components/og/card';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import { shorten } from '@/lib/dashboard/format';
import { detectBitcoinInput } from '@/lib/dashboard/search/detect-input';
import type { InternalPage } from '@/lib/dashboard/search/detected-input';
import { readText } from '@/lib/dashboard/search-params';
import { ogText } from '@/lib/dashboard/share-image-text';
import { shareImageAnswer } from '@/lib/server/pages/share-image-response';

/** Draws the share image of a Bitcoin key or address. */
export async function GET(request: Request) {
  const found = await detectBitcoinInput(readText(new URL(request.url).searchParams, 'input'));
  // All unrecognized inputs share one image.
  const page = found?.ok ? found : undefined;
  const name = `bitcoin ${page ? `${page.kind} ${page.value}` : ''}`;
  return shareImageAnswer(request, name, async () => ({ card: cardOf(page), isWhole: true }));
}

function cardOf(found: InternalPage | undefined) {
  const isKey = found?.kind === 'btc-key';
  const accounts = isKey ? accountsOfKey(found.value).smartAccountAddresses : undefined;
  return (
    <OgCard
      kind={isKey ? 'Bitcoin key' : 'Bitcoin'}
      title={isKey ? 'Smart accounts of a key' : 'Smart accounts of Bitcoin keys'}
      line={found ? ogText(found.value, 70) : 'On every chain, calculated from the key'}
      facts={
        accounts
          ? ACCOUNT_VERSION_NAMES.map((version) => ({
              name: `Account ${version}`,
              value: shorten(accounts[version], 8, 6),
            }))
          : []
      }
      images={[]}
    />
  );
}
