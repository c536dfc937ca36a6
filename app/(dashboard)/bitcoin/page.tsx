import type { Metadata } from 'next';
import { KeyForm } from '@/components/bitcoin/key-form';
import { readBitcoinView } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { chainChoices, defaultEvmChain } from './chain-choices';

export const metadata: Metadata = {
  title: 'Bitcoin key',
  description: 'The ERC-4337 smart accounts that a Bitcoin public key controls, on every chain.',
};

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function BitcoinFormPage({ searchParams }: Props) {
  const defaultChain = await defaultEvmChain();
  const { chain, version } = readBitcoinView(await searchParams, defaultChain);
  return (
    <div className="mx-auto max-w-2xl print:max-w-none">
      <h1 className="font-semibold text-2xl tracking-tight">Smart accounts of a Bitcoin key</h1>
      <p className="mt-2 mb-6 text-muted">
        Calculated from the public key alone; the chains are asked only about the accounts. A{' '}
        <span className="whitespace-nowrap">look-up</span> by this form is recorded, so that the key’s
        addresses and accounts lead to each other.
      </p>
      <KeyForm
        chains={await chainChoices()}
        defaultChain={defaultChain}
        fields={{ btcPublicKey: '', btcAddress: '', chain: String(chain), version }}
      />
    </div>
  );
}
