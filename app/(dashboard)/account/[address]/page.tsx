import type { Metadata } from 'next';
import { NftGallery } from '@/components/account/nft-gallery';
import { TokenTable } from '@/components/account/token-table';
import { AddressText } from '@/components/ui/address-text';
import { Notice } from '@/components/ui/notice';
import { formatSol, shorten } from '@/lib/dashboard/format';
import { holdingsForPage } from '@/lib/server/page-data';

type Props = {
  params: Promise<{ address: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const address = decodeURIComponent((await params).address);
  return { title: shorten(address, 6, 6), description: `Tokens and NFTs of the Solana account ${address}` };
}

const MAINNET = 101;

export default async function AccountPage({ params, searchParams }: Props) {
  const asked = decodeURIComponent((await params).address);
  const { chain } = await searchParams;
  const result = await holdingsForPage(asked, Number(chain ?? MAINNET));
  if (!result.ok) {
    return (
      <Notice title="This account could not be read" tone="bad">
        <p>{result.message}</p>
        {result.retry && <p className="mt-2">Load the page again to retry.</p>}
      </Notice>
    );
  }
  const { address, holdings } = result.value;
  return (
    <>
      <p className="text-muted text-sm">Solana account</p>
      <h1 className="mt-1 text-lg">
        <AddressText address={address} what="address" full />
      </h1>
      <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4">
        {[
          ['Balance', `${formatSol(holdings.lamports)} SOL`],
          ['Tokens', String(holdings.tokens.length)],
          ['NFTs', String(holdings.nfts.length)],
          ['Slot', String(holdings.slot)],
        ].map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="font-medium text-xl tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-10 mb-3 font-semibold">Tokens</h2>
      <TokenTable tokens={holdings.tokens} />
      <h2 className="mt-10 mb-3 font-semibold">NFTs</h2>
      <NftGallery nfts={holdings.nfts} />
    </>
  );
}
