import { AddressText } from '@/components/ui/address-text';
import type { SpendRecord } from '@/lib/btc-account/btc-account-store';
import { shorten } from '@/lib/dashboard/format';

/** How the key of an address was found: the transaction that shows it, as the server named it. */
export function ShownSpends({ spends, mainnet }: { spends: readonly SpendRecord[]; mainnet: boolean }) {
  return (
    <ul className="mb-4 grid gap-1 text-muted text-sm">
      {spends.map(({ publicKey, txid, server, createdAt }) => (
        <li key={publicKey} className="flex flex-wrap items-center gap-x-1.5">
          <span>Transaction</span>
          <AddressText address={txid} what="transaction id" />
          {mainnet && (
            <a
              href={`https://mempool.space/tx/${txid}`}
              rel="noreferrer noopener"
              target="_blank"
              className="link"
            >
              (in an explorer)
            </a>
          )}
          <span>
            showed the key <span className="font-mono text-[0.8125rem]">{shorten(publicKey, 6, 6)}</span>, as{' '}
            {server} told on <time dateTime={createdAt}>{createdAt.slice(0, 10)}</time>. The key hashes to
            this address.
          </span>
        </li>
      ))}
    </ul>
  );
}
