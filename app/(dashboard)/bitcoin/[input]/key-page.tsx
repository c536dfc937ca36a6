import { AccountMatrix } from '@/components/bitcoin/account/account-matrix';
import { AccountPanel } from '@/components/bitcoin/account/account-panel';
import { ChainPicker } from '@/components/bitcoin/account/chain-picker';
import { Derivation } from '@/components/bitcoin/account/derivation';
import { AddressForms, MatchVerdict } from '@/components/bitcoin/address-forms';
import { KeyForm } from '@/components/bitcoin/key-form';
import { MatchForm } from '@/components/bitcoin/match-form';
import { Facts, Section } from '@/components/item/facts';
import { AddressText } from '@/components/ui/address-text';
import { CopyButton } from '@/components/ui/copy/copy-button';
import { ShareButton } from '@/components/ui/share-button';
import { type AddressMatch, matchAddress } from '@/lib/bitcoin/address-match';
import { addressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import { derivationSteps } from '@/lib/btc-account/derivation-steps';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import { type BitcoinView, bitcoinHref, type ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { shorten } from '@/lib/dashboard/format';
import type { AccountOnPage } from '@/lib/server/pages/bitcoin-page';

type Props = {
  publicKey: string;
  accounts: readonly AccountOnPage[];
  chains: readonly ChainChoice[];
  view: BitcoinView;
  defaultChain: number;
};

const NETWORKS = ['mainnet', 'testnet', 'regtest'] as const;

/** Everything that a Bitcoin key is and controls. */
export function KeyPage({ publicKey, accounts, chains, view, defaultChain }: Props) {
  const shown = accounts.find(({ account }) => account.version === view.version) ?? accounts[0];
  const chain = chains.find(({ chainId }) => chainId === view.chain);
  const { smartAccountAddresses } = accountsOfKey(publicKey);
  const href = (change: Partial<BitcoinView>) => bitcoinHref(publicKey, { ...view, ...change }, defaultChain);
  const steps = derivationSteps(publicKey, view.version);
  const match = view.match === '' ? undefined : matchInWords(publicKey, view.match);
  return (
    <>
      <KeyHead publicKey={publicKey} chains={chains} view={view} defaultChain={defaultChain} />

      <Section
        title="On one chain"
        end={<ChainPicker publicKey={publicKey} chains={chains} view={view} defaultChain={defaultChain} />}
      >
        {shown && chain && <AccountPanel {...shown} chain={chain} />}
      </Section>

      <Section title="On every chain">
        <p className="mb-3 max-w-prose text-muted text-sm">
          An account’s address is the same on every chain; whether it is deployed is not. This view records
          nothing.
        </p>
        <AccountMatrix
          publicKey={publicKey}
          chains={chains}
          accounts={smartAccountAddresses}
          hrefs={Object.fromEntries(chains.map(({ chainId }) => [chainId, href({ chain: chainId })]))}
        />
      </Section>

      <Section title="Addresses of this key">
        <AddressForms
          addresses={addressesOfKey(publicKey)[view.network]}
          network={view.network}
          hrefs={
            Object.fromEntries(NETWORKS.map((network) => [network, href({ network })])) as Record<
              BitcoinView['network'],
              string
            >
          }
        />
      </Section>

      <Section title="Does an address belong to it?">
        <MatchForm publicKey={publicKey} view={view} defaultChain={defaultChain} />
        {match !== undefined && <MatchVerdict address={view.match} match={match} />}
      </Section>

      <Section
        title={`How the ${view.version} account follows from the key`}
        end={
          <CopyButton
            text={steps.map(({ title, value }) => `${title}: ${value}`).join('\n')}
            what="derivation"
          >
            Copy all
          </CopyButton>
        }
      >
        <Derivation steps={steps} />
      </Section>
    </>
  );
}

/** The key with its owner and accounts, and the form that looks up another. */
function KeyHead({ publicKey, chains, view, defaultChain }: Omit<Props, 'accounts'>) {
  const { owner, smartAccountAddresses } = accountsOfKey(publicKey);
  return (
    <header>
      <p className="text-muted text-sm">Bitcoin public key</p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="min-w-0 sm:text-base [&_span]:text-[length:inherit]">
          <AddressText address={publicKey} what="public key" full />
        </h1>
        <ShareButton title={`Bitcoin key ${shorten(publicKey, 8, 6)}`} />
      </div>
      <div className="panel mt-5 px-4 py-1">
        <Facts
          facts={[
            ['Owner', <AddressText key="" address={owner} what="owner" full />],
            ...ACCOUNT_VERSION_NAMES.map((version): [string, React.ReactNode] => [
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
      </div>
      <details className="mt-4">
        <summary className="control">Look up another key</summary>
        <div className="panel mt-3 max-w-2xl p-5">
          <KeyForm
            chains={chains}
            defaultChain={defaultChain}
            fields={{ btcPublicKey: '', btcAddress: '', chain: String(view.chain), version: view.version }}
          />
        </div>
      </details>
    </header>
  );
}

function matchInWords(publicKey: string, address: string): AddressMatch | string {
  try {
    return matchAddress(publicKey, address);
  } catch (thrown) {
    return thrown instanceof Error ? `${thrown.message}.` : 'It could not be read.';
  }
}
