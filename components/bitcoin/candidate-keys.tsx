import { PageLink } from '@/components/ui/page-link';
import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { NEWEST_FIRST } from '@/lib/dashboard/bitcoin/chain-status/account-status';
import { type BitcoinView, bitcoinHref } from '@/lib/dashboard/bitcoin-view';
import { shorten } from '@/lib/dashboard/format';
import { Facts } from '../item/facts';
import { AddressHeading } from '../ui/address-heading';
import { AddressText } from '../ui/address-text';

type Props = {
  xOnly: string;
  candidates: readonly {
    publicKey: string;
    owner: string;
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
      <p className="text-muted text-sm">x-only key of 32 bytes</p>
      <div className="mt-1">
        <AddressHeading address={xOnly} what="x-only key" size="text-sm sm:text-base" />
      </div>
      <p className="mt-4 max-w-prose">
        Two public keys share these 32 bytes, and each has its own accounts. Yours is the one with your
        wallet’s segwit address (bc1q…). Both have the same taproot address.
      </p>
      <div className="mt-6 grid gap-4 lg:grid-cols-2">
        {candidates.map(({ publicKey, owner, segwit, smartAccountAddresses }) => (
          <section key={publicKey} className="panel p-5">
            <h2 className="font-semibold">Key {shorten(publicKey, 6, 6)}</h2>
            <Facts
              facts={[
                ['Segwit address', <AddressText key="" address={segwit} what="segwit address" full />],
                ['Public key', <AddressText key="" address={publicKey} what="public key" full />],
                ['EVM owner', <AddressText key="" address={owner} what="owner" full />],
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
            <p className="mt-2 text-caution text-sm">
              The accounts are not checked here. Choose your key to see on which chains they are safe to use.
            </p>
            <p className="mt-3">
              <PageLink href={bitcoinHref(publicKey, view, defaultChain)} className="control control-primary">
                This one is mine
              </PageLink>
            </p>
          </section>
        ))}
      </div>
    </div>
  );
}
