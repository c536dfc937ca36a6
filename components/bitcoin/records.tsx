import Link from 'next/link';
import type { BtcAccountRecord } from '@/lib/btc-account/btc-account-store';
import type { ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { bitcoinHref } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { shorten } from '@/lib/dashboard/format';
import { AddressText } from '../ui/address-text';

type Props = {
  records: readonly BtcAccountRecord[];
  chains: ReadonlyMap<number, ChainChoice>;
  defaultChain: number;
};

/** What was recorded when keys were looked up: address, account, chain and key. */
export function Records({ records, chains, defaultChain }: Props) {
  return (
    <div className="panel overflow-x-auto">
      <table className="w-full whitespace-nowrap text-sm">
        <caption className="sr-only">Recorded pairs</caption>
        <thead>
          <tr className="border-line border-b text-left text-muted">
            <th className="h-10 pl-4 font-medium">Smart account</th>
            <th className="px-2 font-medium">Version</th>
            <th className="px-2 font-medium">Chain</th>
            <th className="px-2 font-medium">Bitcoin address</th>
            <th className="px-2 font-medium">Key</th>
            <th className="px-2 pr-4 font-medium">First seen</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {records.map((record) => (
            <tr
              key={`${record.chainId} ${record.version} ${record.btcAddress} ${record.smartAccountAddress}`}
            >
              <td className="py-1.5 pl-4">
                <AddressText address={record.smartAccountAddress} what="smart account" />
              </td>
              <td className="px-2 py-1.5">{record.version}</td>
              <td className="px-2 py-1.5">{chains.get(record.chainId)?.name ?? `Chain ${record.chainId}`}</td>
              <td className="px-2 py-1.5">
                <AddressText address={record.btcAddress} what="Bitcoin address" />
              </td>
              <td className="px-2 py-1.5">
                <Link
                  prefetch={false}
                  href={bitcoinHref(record.publicKey, { chain: record.chainId }, defaultChain)}
                  className="link whitespace-nowrap font-mono text-[0.8125rem]"
                >
                  {shorten(record.publicKey, 6, 6)}
                </Link>
              </td>
              <td className="whitespace-nowrap px-2 py-1.5 pr-4 text-muted">
                <time dateTime={record.createdAt}>{record.createdAt.slice(0, 16).replace('T', ' ')} UTC</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
