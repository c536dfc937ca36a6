import { PageLink } from '@/components/ui/page-link';
import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { NEWEST_FIRST } from '@/lib/dashboard/bitcoin/chain-status/account-status';
import { type BitcoinView, bitcoinHref } from '@/lib/dashboard/bitcoin-view';
import { Facts } from '../item/facts';
import { AddressHeading } from '../ui/address-heading';
import { AddressText } from '../ui/address-text';
import { BitcoinWallets } from '../wallet/bitcoin-wallets';

type Props = {
  xOnly: string;
  candidates: readonly {
    publicKey: string;
    /** The key's P2WPKH address on mainnet. */
    segwit: string;
    smartAccountAddresses: Record<AccountVersion, string>;
  }[];
  view: BitcoinView;
  defaultChain: number;
};

/** A choice between the two full keys that match an x-only key. Each key has different accounts. */
export function CandidateKeys({ xOnly, candidates, view, defaultChain }: Props) {
  return (
    <div>
      <p className="text-muted text-sm">Taproot (x-only) public key</p>
      <div className="mt-1">
        <AddressHeading address={xOnly} what="x-only key" size="text-sm sm:text-base" />
      </div>
      <h2 className="mt-4 font-semibold text-lg">Which of these two keys is yours?</h2>
      <p className="mt-1 max-w-4xl">
        Yours is the one with your wallet’s segwit address.{' '}
        <span className="text-caution">
          Don’t send to these accounts before you have picked your key and seen where it is safe.
        </span>
      </p>
      <div className="mt-4 grid gap-4 lg:grid-cols-2">
        {candidates.map(({ publicKey, segwit, smartAccountAddresses }) => (
          <section key={publicKey} aria-label={`Key ${publicKey}`} className="panel p-5 max-sm:p-4">
            <p className="text-muted text-sm">Segwit address</p>
            <p className="font-semibold [&_.font-mono]:text-base">
              <AddressText address={segwit} what="segwit address" full />
            </p>
            <p className="my-3">
              <PageLink href={bitcoinHref(publicKey, view, defaultChain)} className="control control-primary">
                This one is mine
              </PageLink>
            </p>
            <Facts
              facts={[
                ['Public key', <AddressText key="" address={publicKey} what="public key" full />],
                ...NEWEST_FIRST.map((version): [string, React.ReactNode] => [
                  `Account ${version}`,
                  <AddressText
                    key=""
                    address={smartAccountAddresses[version]}
                    what={`account ${version}`}
                    full
                  />,
                ]),
              ]}
            />
          </section>
        ))}
      </div>
      <p className="mt-4 max-w-4xl text-sm">
        Neither is in your wallet? Its segwit address may use another key. Copy the full public key, which
        starts with 02 or 03, from the wallet, or connect it.
      </p>
      <div className="mt-2 flex flex-wrap gap-2 print:hidden">
        <PageLink href="/bitcoin" className="control">
          Enter public key
        </PageLink>
        <div className="noscript:hidden">
          <BitcoinWallets view={view} defaultChain={defaultChain} />
        </div>
      </div>
    </div>
  );
}
