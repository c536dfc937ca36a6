import type { Metadata } from 'next';
import { BitcoinForm } from '@/components/bitcoin/bitcoin-form';
import { readBitcoinView } from '@/lib/dashboard/bitcoin-view';
import { chainChoices, defaultEvmChain } from './chain-choices';

export const metadata: Metadata = {
  title: 'Bitcoin key',
  description: 'The ERC-4337 smart accounts that a Bitcoin public key controls, on every chain.',
};

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function BitcoinFormPage({ searchParams }: Props) {
  const defaultChain = await defaultEvmChain();
  const { chain } = readBitcoinView(await searchParams, defaultChain);
  const isKnown = (await chainChoices()).some(({ chainId }) => chainId === chain);
  return (
    <div className="mx-auto max-w-2xl pt-[6vh] print:max-w-none">
      <h1 className="text-balance font-semibold text-3xl tracking-tight">Smart accounts of a Bitcoin key</h1>
      <p className="mt-2 mb-6 max-w-prose text-muted">
        Paste a public key to see its smart accounts and the chains where they are safe to use, or an address
        to find its key.
      </p>
      <BitcoinForm chain={isKnown ? chain : defaultChain} defaultChain={defaultChain} />
    </div>
  );
}
