import Link from 'next/link';
import type { BtcAccountRecord, SpendRecord } from '@/lib/btc-account/btc-account-store';
import type { ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { AddressText } from '../ui/address-text';
import { Notice } from '../ui/notice';
import { ShareButton } from '../ui/share-button';
import { AskServers } from './discover/ask-servers';
import { ShownSpends } from './discover/shown-spends';
import { Records } from './records';

type Props = {
  label: string;
  address: string;
  records: readonly BtcAccountRecord[];
  chains: ReadonlyMap<number, ChainChoice>;
  defaultChain: number;
  spends: readonly SpendRecord[];
  /** Whether a block explorer of mainnet knows the address. */
  mainnet: boolean;
  /** Whom a person may have asked for the key of an address without a record, and for which chain. */
  discovery: { hosts: readonly string[]; method: string; chainId: number } | undefined;
};

/** The reverse look-up of a Bitcoin address or a smart account. */
export function RecordsView(props: Props) {
  const { label, address, records, chains, defaultChain, spends, mainnet, discovery } = props;
  return (
    <>
      <p className="text-muted text-sm">{label}</p>
      <div className="mt-1 mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="min-w-0 text-xs sm:text-lg [&_span]:text-[length:inherit]">
          <AddressText address={address} what="address" full />
        </h1>
        <ShareButton title={address} />
      </div>
      {records.length === 0 ? (
        <Notice title="Nothing is recorded for this address">
          <p>
            An address alone does not tell its key: it is found here once the key has been looked up, from
            either side.
          </p>
          {discovery && <AskServers address={address} {...discovery} />}
          <p className="mt-3">
            <Link prefetch={false} href="/bitcoin" className="control">
              Look up its key
            </Link>
          </p>
        </Notice>
      ) : (
        <>
          {spends.length > 0 && <ShownSpends spends={spends} mainnet={mainnet} />}
          <Records records={records} chains={chains} defaultChain={defaultChain} />
        </>
      )}
    </>
  );
}
