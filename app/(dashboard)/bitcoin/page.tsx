import { BitcoinForm } from '@/components/bitcoin/bitcoin-form';
import { ExampleList } from '@/components/home/example-list';
import { BtcAddress } from '@/lib/bitcoin/address';
import { readBitcoinView } from '@/lib/dashboard/bitcoin-view';
import { BITCOIN_EXAMPLES } from '@/lib/dashboard/search/examples';
import { shared } from '../shared-metadata';
import { chainChoices, defaultLookUpChain, hasSampleNetwork } from './chain-choices';

export const metadata = shared(
  'Bitcoin key',
  'The ERC-4337 smart accounts that a Bitcoin public key controls, on every chain.',
  '/og/bitcoin',
);

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function BitcoinFormPage({ searchParams }: Props) {
  const defaultChain = await defaultLookUpChain();
  const { chain, match } = readBitcoinView(await searchParams, defaultChain);
  const isKnown = (await chainChoices()).some(({ chainId }) => chainId === chain);
  // Other text may be a secret, so that it is not shown.
  const compared = BtcAddress.safeParse(match).data ?? '';
  return (
    <div className="mx-auto max-w-2xl pt-[6vh] print:max-w-none">
      <h1 className="text-balance font-semibold text-3xl tracking-tight">
        Smart accounts of a Bitcoin public key
      </h1>
      <p className="mt-2 mb-6 max-w-prose text-muted">
        A smart account is a wallet on Ethereum and similar chains (ERC-4337) that your Bitcoin key controls.
        Its address is calculated from the public key; Satchel checks on which chains it is safe to use.{' '}
        <span className="text-ink">Never paste a private key or recovery phrase.</span>
      </p>
      {compared !== '' && (
        <p className="mb-3 text-sm [overflow-wrap:anywhere]">
          Enter the public key to compare it with <span className="font-mono">{compared}</span>.
        </p>
      )}
      <BitcoinForm
        view={{ chain: isKnown ? chain : defaultChain, match: compared }}
        defaultChain={defaultChain}
      />
      {(await hasSampleNetwork()) && (
        <section className="mt-8" aria-labelledby="examples">
          <h2 id="examples" className="text-muted text-sm">
            Try an example (made-up data)
          </h2>
          <div className="mt-2">
            <ExampleList examples={BITCOIN_EXAMPLES} />
          </div>
        </section>
      )}
    </div>
  );
}
