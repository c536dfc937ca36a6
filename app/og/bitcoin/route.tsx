import { OgCard } from '@/components/og/card';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import { shorten } from '@/lib/dashboard/format';
import { detectInput, xOnlyKeyOf } from '@/lib/dashboard/search/detect-input';
import type { DetectedInput, InternalPage } from '@/lib/dashboard/search/detected-input';
import { readText } from '@/lib/dashboard/search-params';
import { ogText } from '@/lib/dashboard/share-image-text';
import { shareImageAnswer } from '@/lib/server/pages/share-image-response';

/** Draws the share image of a Bitcoin key or address. */
export async function GET(request: Request) {
  const found = placeOf(await detectInput(readText(new URL(request.url).searchParams, 'input')));
  // All unrecognized inputs share one image.
  const name = `bitcoin ${found ? `${found.kind} ${found.value}` : ''}`;
  return shareImageAnswer(request, name, async () => ({ card: cardOf(found), isWhole: true }));
}

const placeOf = (found: DetectedInput | undefined) => xOnlyKeyOf(found) ?? (found?.ok ? found : undefined);

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
