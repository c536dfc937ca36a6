import { PageLink } from '@/components/ui/page-link';
import type { BtcAccountRecord } from '@/lib/btc-account/btc-account-store';
import { type RecordedKey, recordedKeys } from '@/lib/dashboard/bitcoin/recorded-keys';
import { bitcoinHref, type ChainChoice, chainLabel } from '@/lib/dashboard/bitcoin-view';
import { AddressText } from '../ui/address-text';
import { LocalTime } from '../ui/local-time';
import { InputLink } from './input-link';

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
  const names = chainIds.map((chainId) => {
    const chain = chains.get(chainId);
    return chain ? chainLabel(chain) : `chain ${chainId}`;
  });
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="font-semibold">
          {match === '' ? 'Smart account' : 'Smart accounts'} of the key{' '}
          <InputLink input={publicKey} view={view} defaultChain={defaultChain} />
        </h2>
        <span className="text-muted text-xs sm:ml-auto">
          recorded for {names.join(', ')} on <LocalTime iso={firstSeen} />
        </span>
      </div>
      <dl className="mt-2 grid items-baseline gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        {accounts.map(({ version, smartAccountAddress }) => (
          <div key={version} className="contents">
            <dt className="text-muted text-sm">Account {version}</dt>
            <dd className="max-sm:mb-1">
              <AddressText
                address={smartAccountAddress}
                what={`account ${version}`}
                href={
                  smartAccountAddress === address
                    ? undefined
                    : bitcoinHref(smartAccountAddress, { chain: view.chain }, defaultChain)
                }
                full
              />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-caution text-sm">
        Not checked here. The key’s page shows the chains where it is safe to send.
      </p>
      <p className="mt-3 print:hidden">
        <PageLink href={bitcoinHref(publicKey, view, defaultChain)} className="control control-primary">
          See where its accounts are safe to use
        </PageLink>
      </p>
    </>
  );
}
