import { PageLink } from '@/components/ui/page-link';
import type { BtcAccountRecord } from '@/lib/btc-account/btc-account-store';
import { type RecordedKey, recordedKeys } from '@/lib/dashboard/bitcoin/recorded-keys';
import { bitcoinHref, type ChainChoice, chainLabel } from '@/lib/dashboard/bitcoin-view';
import { AddressText } from '../ui/address-text';
import { LocalTime } from '../ui/local-time';

type Props = {
  /** The address that was looked up: a Bitcoin address or a smart account. */
  address: string;
  /** The address with which a key's page compares the key; empty for a smart account. */
  match: string;
  records: readonly BtcAccountRecord[];
  chains: ReadonlyMap<number, ChainChoice>;
  defaultChain: number;
};

/** A card for each recorded key of an address: its accounts, and the way to the key's page. */
export function Records({ records, ...props }: Props) {
  return (
    <ul className="grid gap-3" aria-label="Recorded accounts">
      {recordedKeys(records).map((recorded) => (
        <li key={recorded.publicKey} className="panel break-inside-avoid px-4 py-4">
          <KeyCard recorded={recorded} {...props} />
        </li>
      ))}
    </ul>
  );
}

type CardProps = Omit<Props, 'records'> & { recorded: RecordedKey };

function KeyCard({ recorded, address, match, chains, defaultChain }: CardProps) {
  const { publicKey, accounts, chainIds, firstSeen } = recorded;
  const view = { chain: chainIds[0] ?? defaultChain, match };
  const keyHref = bitcoinHref(publicKey, view, defaultChain);
  const names = chainIds.map((chainId) => {
    const chain = chains.get(chainId);
    return chain ? chainLabel(chain) : `chain ${chainId}`;
  });
  const own = accounts.find(({ smartAccountAddress }) => smartAccountAddress === address);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="font-semibold">
          {own ? `Account ${own.version} of this Bitcoin public key` : 'Public key of this address'}
        </h2>
        <span className="text-muted text-xs sm:ml-auto">
          recorded for {names.join(', ')} on <LocalTime iso={firstSeen} />
        </span>
      </div>
      <p className="mt-1">
        <AddressText address={publicKey} what="public key" href={keyHref} full />
      </p>
      <dl className="mt-2 grid items-baseline gap-x-4 gap-y-1 empty:hidden sm:grid-cols-[auto_minmax(0,1fr)]">
        {accounts
          .filter((account) => account !== own)
          .map(({ version, smartAccountAddress }) => (
            <div key={version} className="contents">
              <dt className="text-muted text-sm">Account {version}</dt>
              <dd className="max-sm:mb-1">
                <AddressText
                  address={smartAccountAddress}
                  what={`account ${version}`}
                  href={bitcoinHref(smartAccountAddress, { chain: view.chain }, defaultChain)}
                  full
                />
              </dd>
            </div>
          ))}
      </dl>
      <p className="mt-3 print:hidden">
        <PageLink href={keyHref} className="control control-primary">
          Check where {own ? 'this account is' : 'its accounts are'} safe to use
        </PageLink>
      </p>
    </>
  );
}
