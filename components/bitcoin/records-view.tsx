import Link from 'next/link';
import type { BtcNetwork } from '@/lib/bitcoin/address';
import type { BtcAccountRecord, SpendRecord } from '@/lib/btc-account/btc-account-store';
import { type ChainChoice, testAddressNote } from '@/lib/dashboard/bitcoin-view';
import { recordsRequest } from '@/lib/dashboard/docs/curl';
import { LabelButton } from '../labels/label-button';
import { LabelText } from '../labels/label-text';
import { AddressHeading } from '../ui/address-heading';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { ShareButton } from '../ui/share-button';
import { AskServers } from './discover/ask-servers';
import { ShownSpends } from './discover/shown-spends';
import { BitcoinExplorerLinks } from './explorer-links';
import { Records } from './records';
import { CopyCurl } from './share/copy-curl';

type Props = {
  label: string;
  address: string;
  records: readonly BtcAccountRecord[];
  chains: ReadonlyMap<number, ChainChoice>;
  defaultChain: number;
  spends: readonly SpendRecord[];
  /** The Bitcoin network of the address; undefined for a smart account. */
  network: BtcNetwork | undefined;
  /** The chain with which a key is recorded. */
  chainId: number;
  /** Wire name of the method that returns the same data. */
  method: string;
  /** The servers that can be queried for the key, if the address has no record. */
  discovery: { hosts: readonly string[] } | undefined;
};

/** Maximum number of explorers offered for an account without a record. */
const MAX_EXPLORERS = 3;

/** Result of the reverse lookup of a Bitcoin address or a smart account. */
export function RecordsView(props: Props) {
  const { label, address, records, chains, defaultChain, spends, network, chainId, method, discovery } =
    props;
  const request = recordsRequest(method, network === undefined ? { address } : { btcAddress: address });
  // Only a Bitcoin address can be compared with a key.
  const keyForm = network === undefined ? '/bitcoin' : `/bitcoin?match=${encodeURIComponent(address)}`;
  const note = testAddressNote(network);
  const explorers =
    network === undefined
      ? [...chains.values()].filter((chain) => chain.explorerUrl && !chain.testnet).slice(0, MAX_EXPLORERS)
      : [];
  return (
    <div>
      <div className="flex min-h-7 items-center gap-1 text-muted text-sm">
        <p>
          <span className="text-ink">
            <LabelText address={address} />
          </span>
          {label}
        </p>
        <LabelButton address={address} href={`/bitcoin/${address}`} />
      </div>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <AddressHeading address={address} what="address" size="text-sm sm:text-lg" />
        <div className="flex flex-wrap items-center gap-2">
          {network && <BitcoinExplorerLinks network={network} what="address" id={address} asControls />}
          <CopyCurl request={request} />
          <ShareButton title={address} />
        </div>
      </div>
      {note !== undefined && (
        <p className="mb-4 rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">{note}</p>
      )}
      {records.length === 0 ? (
        <Notice
          title={
            network ? 'Nothing is recorded for this address' : 'This server knows no key of this account'
          }
        >
          <p>
            {network === undefined
              ? 'An account does not reveal its key. If you know the key, its page shows all its accounts.'
              : 'Until it has spent, an address does not reveal its key. Enter the key to see the accounts; once it is remembered on this server, they are listed here, too.'}
          </p>
          {discovery && (
            <AskServers address={address} hosts={discovery.hosts} method={method} chainId={chainId} />
          )}
          <p className="mt-3 flex flex-wrap gap-2 print:hidden">
            <Link prefetch={false} href={keyForm} className="control control-primary">
              Enter its key
            </Link>
            {explorers.map(({ chainId: id, name, explorerUrl }) => (
              <a
                key={id}
                href={`${explorerUrl}/address/${address}`}
                rel="noreferrer noopener"
                target="_blank"
                className="control"
              >
                Explorer of {name}
                <Icon name="out" className="size-3.5 text-muted" />
              </a>
            ))}
          </p>
        </Notice>
      ) : (
        <>
          <Records
            address={address}
            match={network === undefined ? '' : address}
            records={records}
            chains={chains}
            defaultChain={defaultChain}
          />
          {spends.length > 0 && <ShownSpends spends={spends} chainId={chainId} defaultChain={defaultChain} />}
        </>
      )}
    </div>
  );
}
