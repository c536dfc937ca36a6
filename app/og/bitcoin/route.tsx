import { OgCard } from '@/components/og/card';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import { shorten } from '@/lib/dashboard/format';
import { recognise } from '@/lib/dashboard/search/recognise';
import { ogText } from '@/lib/dashboard/share-image-text';
import { shareImageAnswer } from '@/lib/server/images/share-image-answer';

/** The share image of a Bitcoin key or address. */
export function GET(request: Request) {
  const found = recognise((new URL(request.url).searchParams.get('input') ?? '').slice(0, 200));
  // What is not recognised has one image, however it is written.
  const name = `bitcoin ${found?.ok ? `${found.kind} ${found.value}` : ''}`;
  return shareImageAnswer(request, name, async () => ({ card: cardOf(found), isWhole: true }));
}

function cardOf(found: ReturnType<typeof recognise>) {
  const isKey = found?.ok === true && found.kind === 'btc-key';
  const accounts = isKey ? accountsOfKey(found.value).smartAccountAddresses : undefined;
  return (
    <OgCard
      kind={isKey ? 'Bitcoin key' : 'Bitcoin'}
      title={isKey ? 'Smart accounts of a key' : 'Smart accounts of Bitcoin keys'}
      line={found?.ok ? ogText(found.value, 70) : 'On every chain, calculated from the key alone'}
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
