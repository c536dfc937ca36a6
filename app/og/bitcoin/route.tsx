import { ImageResponse } from 'next/og';
import { OgCard } from '@/components/og/card';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import { shorten } from '@/lib/dashboard/format';
import { recognise } from '@/lib/dashboard/search/recognise';
import { ogText } from '@/lib/dashboard/share-image-text';
import { ogFonts } from '@/lib/server/images/share-image';

/** The share picture of a Bitcoin key or address. */
export function GET(request: Request) {
  const found = recognise((new URL(request.url).searchParams.get('input') ?? '').slice(0, 200));
  const isKey = found?.ok === true && found.kind === 'btc-key';
  const accounts = isKey ? accountsOfKey(found.value).smartAccountAddresses : undefined;
  return new ImageResponse(
    <OgCard
      kind={isKey ? 'Bitcoin key' : 'Bitcoin'}
      title={isKey ? 'Smart accounts of a key' : 'Smart accounts of Bitcoin keys'}
      line={found?.ok ? ogText(found.value, 70) : 'On every chain, calculated from the key alone'}
      facts={
        accounts
          ? [
              { name: 'Account 1.0.0', value: shorten(accounts['1.0.0'], 8, 6) },
              { name: 'Account 2.0.0', value: shorten(accounts['2.0.0'], 8, 6) },
            ]
          : []
      }
      pictures={[]}
    />,
    { width: 1200, height: 630, fonts: ogFonts(), headers: { 'Cache-Control': 'public, max-age=300' } },
  );
}
