import Link from 'next/link';
import { parseBtcAddress } from '@/lib/bitcoin/address';
import { addressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import type { BtcAccountRecord } from '@/lib/btc-account/btc-account-store';
import { type AccountRow, accountRows } from '@/lib/dashboard/bitcoin/account-rows';
import { bitcoinHref, type ChainChoice, chainLabel } from '@/lib/dashboard/bitcoin-view';
import { AddressText } from '../ui/address-text';
import { Icon } from '../ui/icon';
import { ADDRESS_FORMS, BTC_NETWORKS, NETWORK_NAMES } from './address-forms';
import { BitcoinExplorerLinks } from './explorer-links';
import { InputLink } from './input-link';

type Props = {
  /** The address that was looked up. */
  address: string;
  records: readonly BtcAccountRecord[];
  chains: ReadonlyMap<number, ChainChoice>;
  defaultChain: number;
};

/** List of the recorded accounts, each with the collapsed addresses of the key. */
export function Records({ address, records, chains, defaultChain }: Props) {
  return (
    <ul className="grid gap-3" aria-label="Recorded accounts">
      {accountRows(records).map((row) => (
        <li
          key={`${row.chainId} ${row.version} ${row.smartAccountAddress} ${row.publicKey}`}
          className="panel break-inside-avoid px-4 py-3"
        >
          <Account
            row={row}
            chain={chains.get(row.chainId)}
            defaultChain={defaultChain}
            isHere={row.smartAccountAddress === address}
          />
        </li>
      ))}
    </ul>
  );
}

type AccountProps = {
  row: AccountRow;
  chain: ChainChoice | undefined;
  defaultChain: number;
  /** Whether the page is about this account. */
  isHere: boolean;
};

function Account({ row, chain, defaultChain, isHere }: AccountProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-medium text-sm">
          Account {row.version} on {chain ? chainLabel(chain) : `chain ${row.chainId}`}
        </h2>
        <span className="text-muted text-xs sm:ml-auto">
          recorded <time dateTime={row.firstSeen}>{row.firstSeen.slice(0, 16).replace('T', ' ')} UTC</time>
        </span>
      </div>
      <p className="mt-1">
        <AddressText address={row.smartAccountAddress} what="smart account" full />
      </p>
      <p className="mt-1 text-caution text-sm">
        Not checked here. See the key’s page for the chains where it is safe to send.
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
        <span>
          Key <InputLink input={row.publicKey} view={{ chain: row.chainId }} defaultChain={defaultChain} />
        </span>
        {!isHere && (
          <Link
            prefetch={false}
            href={bitcoinHref(row.smartAccountAddress, { chain: row.chainId }, defaultChain)}
            className="link print:hidden"
          >
            This account’s page
          </Link>
        )}
        {chain?.explorerUrl && (
          <a
            href={`${chain.explorerUrl}/address/${row.smartAccountAddress}`}
            rel="noreferrer noopener"
            target="_blank"
            className="link print:hidden"
          >
            Explorer of {chain.name}
          </a>
        )}
      </p>
      <Addresses row={row} />
    </>
  );
}

/** The key's addresses on the networks of its recorded addresses. */
function Addresses({ row: { publicKey, btcAddresses } }: { row: AccountRow }) {
  const proven = addressesOfKey(publicKey);
  const recorded = new Set(btcAddresses.map((address) => parseBtcAddress(address).network));
  return (
    <details className="open-on-paper mt-1 text-sm">
      <summary className="inline-flex min-h-8 items-center text-accent">
        Bitcoin addresses of its key
        <Icon name="down" className="ml-1 size-3.5" />
      </summary>
      {BTC_NETWORKS.filter((network) => recorded.has(network)).map((network) => (
        <div key={network} className="mt-1 break-inside-avoid">
          <p className="text-muted text-xs">{NETWORK_NAMES[network]}</p>
          <ul className="divide-y divide-line">
            {ADDRESS_FORMS.map(({ form, name }) => (
              <li key={form} className="flex flex-wrap items-center gap-x-3 py-1">
                <span className="w-40 max-sm:w-full">{name}</span>
                <AddressText address={proven[network][form]} what={`${name} address`} full />
                <BitcoinExplorerLinks network={network} what="address" id={proven[network][form]} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}
