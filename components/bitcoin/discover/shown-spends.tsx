import { AddressText } from '@/components/ui/address-text';
import { LocalTime } from '@/components/ui/local-time';
import { parseBtcAddress } from '@/lib/bitcoin/address';
import type { SpendRecord } from '@/lib/btc-account/btc-account-store';
import { BitcoinExplorerLinks } from '../explorer-links';
import { InputLink } from '../input-link';

type Props = { spends: readonly SpendRecord[]; chainId: number; defaultChain: number };

/** The transaction that revealed the key of an address, as the server returned it. */
export function ShownSpends({ spends, chainId, defaultChain }: Props) {
  return (
    <section aria-labelledby="found" className="panel mt-4 px-4 py-3 text-sm">
      <h2 id="found" className="font-semibold">
        Found on-chain
      </h2>
      <ul className="divide-y divide-line">
        {spends.map(({ publicKey, btcAddress, txid, server, createdAt }) => (
          <li key={`${publicKey} ${btcAddress}`} className="py-2">
            <p>
              A transaction that spends from{' '}
              <InputLink input={btcAddress} view={{ chain: chainId }} defaultChain={defaultChain} first={8} />{' '}
              reveals the key{' '}
              <InputLink
                input={publicKey}
                view={{ chain: chainId, match: btcAddress }}
                defaultChain={defaultChain}
              />
              , according to {server} on <LocalTime iso={createdAt} />. Satchel verified that the key hashes
              to the address.
            </p>
            <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
              <span className="text-muted">Transaction</span>
              <AddressText address={txid} what="transaction id" full />
              <BitcoinExplorerLinks network={parseBtcAddress(btcAddress).network} what="tx" id={txid} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
