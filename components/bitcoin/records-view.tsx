import { AddressText } from '@/components/ui/address-text';
import { OutLink } from '@/components/ui/out-link';
import { PageLink } from '@/components/ui/page-link';
import { type BtcNetwork, parseBtcAddress } from '@/lib/bitcoin/address';
import type { BtcAccountRecord, SpendRecord } from '@/lib/btc-account/btc-account-store';
import { bitcoinExplorers } from '@/lib/dashboard/bitcoin/explorers';
import {
  type ChainChoice,
  contractAge,
  KEY_FROM_WALLET,
  testAddressNote,
} from '@/lib/dashboard/bitcoin-view';
import { recordsRequest } from '@/lib/dashboard/docs/curl';
import { LabelButton } from '../labels/label-button';
import { LabelText } from '../labels/label-text';
import { AddressHeading } from '../ui/address-heading';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { OperatorHint } from '../ui/operator-hint';
import { ShareMenu } from '../ui/share-menu';
import { BitcoinWallets } from '../wallet/bitcoin-wallets';
import { AskServers } from './ask-servers';
import { InputLink } from './input-link';
import { Records } from './records';

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
  /** The servers that can be queried for the key, if the address has no record. */
  discovery: { hosts: readonly string[] } | undefined;
};

/** Maximum number of explorers offered for an account without a record. */
const MAX_EXPLORERS = 3;

/** Why the key of an address is not looked for, by the type of the address. */
const NO_SEARCH: Readonly<Record<string, string>> = {
  p2tr: 'A taproot address does not show its wallet’s public key, even after it spends.',
  p2wsh: 'This address belongs to a script, such as a multisig; each of its keys has its own smart accounts.',
};

/** Result of the reverse lookup of a Bitcoin address or a smart account. */
export function RecordsView(props: Props) {
  const { label, address, records, chains, defaultChain, spends, network, chainId, discovery } = props;
  const request = recordsRequest(network === undefined ? { address } : { btcAddress: address });
  // Only a Bitcoin address can be compared with a key.
  const keyForm = network === undefined ? '/bitcoin' : `/bitcoin?match=${encodeURIComponent(address)}`;
  const note = testAddressNote(network);
  const account = network === undefined ? records[0] : undefined;
  const noSearch = network === undefined ? undefined : NO_SEARCH[parseBtcAddress(address).type];
  const explorers =
    network === undefined
      ? [...chains.values()].filter((chain) => chain.explorerUrl && !chain.testnet).slice(0, MAX_EXPLORERS)
      : [];
  const actions = (
    <>
      <div className="noscript:hidden">
        <BitcoinWallets
          view={{ chain: chainId, match: network === undefined ? '' : address }}
          defaultChain={defaultChain}
        />
      </div>
      {explorers.map(({ chainId: id, name, explorerUrl }) => (
        <OutLink key={id} href={`${explorerUrl}/address/${address}`} className="control">
          View on the {name} explorer
          <Icon name="out" className="size-3.5 text-muted" />
        </OutLink>
      ))}
    </>
  );
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-muted text-sm">
          <span className="text-ink">
            <LabelText address={address} />
          </span>
          {account ? `Smart account ${account.version} (${contractAge(account.version)} contract)` : label}
        </p>
        <div className="flex flex-wrap items-center justify-end gap-2">
          {network && <BitcoinExplorerLinks network={network} what="address" id={address} asControls />}
          <ShareMenu title={address} request={request} />
        </div>
      </div>
      <div className="mb-6 max-sm:mt-1">
        <AddressHeading address={address} what="address" size="text-sm sm:text-lg">
          <LabelButton address={address} href={`/bitcoin/${address}`} />
        </AddressHeading>
      </div>
      {note !== undefined && (
        <p className="mb-4 rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">{note}</p>
      )}
      {records.length === 0 ? (
        <Notice title="No key is known for this address">
          {discovery ? (
            <AskServers address={address} hosts={discovery.hosts} chainId={chainId} keyForm={keyForm}>
              {actions}
            </AskServers>
          ) : (
            <>
              <p>
                {network === undefined
                  ? 'An EVM address does not show whether it belongs to a Bitcoin key. If you know the public key, its page shows all its smart accounts.'
                  : `${noSearch ?? `This server isn’t connected to Bitcoin ${network} (the address’s network), so it can’t look up the key.`} ${KEY_FROM_WALLET}`}
              </p>
              <div className="mt-3 flex flex-wrap gap-2 print:hidden">
                <PageLink href={keyForm} className="control control-primary">
                  Enter its public key
                </PageLink>
                {actions}
              </div>
              {network !== undefined && noSearch === undefined && (
                <div className="mt-3">
                  <OperatorHint>
                    Set{' '}
                    <code className="font-mono text-xs">
                      BITCOIN_ESPLORA_URL{network === 'mainnet' ? '' : `_${network.toUpperCase()}`}
                    </code>{' '}
                    to an Esplora server.
                  </OperatorHint>
                </div>
              )}
            </>
          )}
        </Notice>
      ) : (
        <>
          <Records
            isAccount={network === undefined}
            match={network === undefined ? '' : address}
            records={records}
            defaultChain={defaultChain}
          />
          {spends.length > 0 && <ShownSpends {...{ address, spends, chainId, defaultChain }} />}
        </>
      )}
    </div>
  );
}

type ShownSpendsProps = {
  /** The address of the page. */
  address: string;
  spends: readonly SpendRecord[];
  chainId: number;
  defaultChain: number;
};

/** The transaction that revealed the key of an address, as the server returned it. */
function ShownSpends({ address, spends, chainId, defaultChain }: ShownSpendsProps) {
  return (
    <section aria-labelledby="found" className="panel mt-4 p-4 text-sm">
      <h2 id="found" className="font-semibold text-base">
        Found on-chain
      </h2>
      <ul className="divide-y divide-line">
        {spends.map(({ publicKey, btcAddress, txid, server }) => (
          <li key={`${publicKey} ${btcAddress}`} className="py-2">
            <p>
              A transaction that spends from{' '}
              {btcAddress === address ? (
                'this address'
              ) : (
                <InputLink
                  input={btcAddress}
                  view={{ chain: chainId }}
                  defaultChain={defaultChain}
                  first={8}
                />
              )}{' '}
              reveals the key{' '}
              <InputLink
                input={publicKey}
                view={{ chain: chainId, match: btcAddress }}
                defaultChain={defaultChain}
              />
              , according to {server}. Satchel verified that the key matches the address.
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

type ExplorerProps = {
  network: BtcNetwork;
  what: 'address' | 'tx';
  id: string;
  /** Whether the links look like buttons. */
  asControls?: boolean;
};

/** Links to an address or a transaction on the block explorers of its Bitcoin network. */
function BitcoinExplorerLinks({ network, what, id, asControls = false }: ExplorerProps) {
  const links = bitcoinExplorers(network, what, id);
  if (links.length === 0) return null;
  return (
    <span
      className={`inline-flex flex-wrap items-center whitespace-nowrap ${asControls ? 'gap-2' : 'gap-x-2 text-xs print:hidden'}`}
    >
      {links.map(({ network: name, href }) => (
        <OutLink key={name} href={href} className={asControls ? 'control' : 'link py-1'}>
          {links.length === 1 ? 'Explorer' : `${name} explorer`}
          {asControls && <Icon name="out" className="size-3.5 text-muted" />}
        </OutLink>
      ))}
    </span>
  );
}
