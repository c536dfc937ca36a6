import Link from 'next/link';
import { AccountMatrix } from '@/components/bitcoin/account/account-matrix';
import { AccountPanel } from '@/components/bitcoin/account/account-panel';
import { ChainPicker } from '@/components/bitcoin/account/chain-picker';
import { Derivation } from '@/components/bitcoin/account/derivation';
import { ADDRESS_FORMS, AddressForms } from '@/components/bitcoin/address-forms';
import { MatchForm } from '@/components/bitcoin/match-form';
import { ShareKey } from '@/components/bitcoin/proof/key-tools';
import { ProveButton } from '@/components/bitcoin/signature/prove-button';
import type { ProveProps } from '@/components/bitcoin/signature/prove-props';
import { GivenAddress } from '@/components/bitcoin/verdict/given-address';
import { VerdictCard } from '@/components/bitcoin/verdict/verdict-card';
import { Section } from '@/components/item/facts';
import { AddressHeading } from '@/components/ui/address-heading';
import { CopyButton } from '@/components/ui/copy/copy-button';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import { type BitcoinView, bitcoinHref, type ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import type { KeyFacts } from '@/lib/dashboard/bitcoin/key-proof';
import { matchMessage } from '@/lib/dashboard/bitcoin/match-messages';
import { accountsRequest } from '@/lib/dashboard/docs/curl';
import type { AccountOnPage } from '@/lib/server/pages/bitcoin-page';
import { factsOf } from './key-facts';

type Props = {
  publicKey: string;
  accounts: readonly AccountOnPage[];
  chains: readonly ChainChoice[];
  view: BitcoinView;
  defaultChain: number;
  /** Wire name of the method that returns the same data. */
  method: string;
};

const NETWORKS = ['mainnet', 'testnet', 'regtest'] as const;

/** Page for a Bitcoin key: its accounts and their status first, then the facts they are derived from. */
export function KeyPage({ publicKey, accounts, chains, view, defaultChain, method }: Props) {
  const shown = accounts.find(({ account }) => account.version === view.version) ?? accounts[0];
  const chain = chains.find(({ chainId }) => chainId === view.chain);
  const match = view.match === '' ? undefined : matchMessage(publicKey, view.match);
  const facts = factsOf(publicKey, view.match, match);
  const { owner, smartAccountAddresses } = accountsOfKey(publicKey);
  const href = (change: Partial<BitcoinView>) => bitcoinHref(publicKey, { ...view, ...change }, defaultChain);
  const other = ACCOUNT_VERSION_NAMES.filter((version) => version !== view.version);
  const request = accountsRequest(method, publicKey, view.chain, match?.isProven ? view.match : undefined);
  return (
    <div>
      <header>
        <p className="text-muted text-sm">Bitcoin public key</p>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <AddressHeading address={publicKey} what="public key" size="text-sm sm:text-base" />
          <ShareKey facts={facts} chains={chains} request={request} />
        </div>
      </header>
      <VerdictCard
        publicKey={publicKey}
        owner={owner}
        versions={[view.version, ...other]}
        accounts={smartAccountAddresses}
        chains={chains}
        given={match !== undefined && <GivenAddress address={view.match} words={match} />}
      >
        <MatchForm publicKey={publicKey} view={view} defaultChain={defaultChain} />
      </VerdictCard>

      {/* There are two columns if there is room; late content moves only its own column. */}
      <div className="gap-x-10 min-[1600px]:grid min-[1600px]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] min-[1600px]:grid-rows-[auto_1fr]">
        <Section title="On every chain">
          <p className="mb-3 max-w-prose text-muted text-sm">
            An account’s address is the same on every chain; whether it is deployed is not. This view records
            nothing.
          </p>
          <AccountMatrix
            publicKey={publicKey}
            owner={owner}
            chains={chains}
            accounts={smartAccountAddresses}
            hrefs={Object.fromEntries(
              chains.map(({ chainId }) => [chainId, `${href({ chain: chainId })}#one-chain`]),
            )}
          />
        </Section>

        <div id="one-chain" className="below min-[1600px]:col-start-2 min-[1600px]:row-span-2">
          <Section
            title="On one chain"
            end={
              <ChainPicker publicKey={publicKey} chains={chains} view={view} defaultChain={defaultChain} />
            }
          >
            {shown && chain && <AccountPanel {...shown} chain={chain} />}
          </Section>

          <Addresses
            facts={facts}
            network={view.network}
            hrefs={
              Object.fromEntries(NETWORKS.map((network) => [network, href({ network })])) as Record<
                BitcoinView['network'],
                string
              >
            }
            look={{ chains, defaultChain, chainId: view.chain }}
          />
        </div>

        <div className="below">
          <Steps facts={facts} version={view.version} />
          {/* Print shows the steps of every version, because nothing can be switched on paper. */}
          <div className="hidden print:block">
            {other.map((version) => (
              <Steps key={version} facts={facts} version={version} />
            ))}
          </div>
        </div>
      </div>

      <p className="mt-8 print:hidden">
        <Link
          prefetch={false}
          href={`/bitcoin?chain=${view.chain}&version=${view.version}`}
          className="control"
        >
          Look up another key
        </Link>
      </p>
    </div>
  );
}

type AddressesProps = {
  facts: KeyFacts;
  network: BitcoinView['network'];
  hrefs: Record<BitcoinView['network'], string>;
  look: Pick<ProveProps, 'chains' | 'defaultChain' | 'chainId'>;
};

/** Shows the key's addresses, and a proof of who holds the key. */
function Addresses({ facts, network, hrefs, look }: AddressesProps) {
  const addresses = facts.addresses[network];
  return (
    <Section title="Addresses of this key">
      <AddressForms addresses={facts.addresses} network={network} hrefs={hrefs} />
      <div className="mt-4">
        <ProveButton
          key={network}
          addresses={ADDRESS_FORMS.map(({ form, name }) => ({ name, address: addresses[form] }))}
          publicKey={facts.publicKey}
          {...look}
        />
      </div>
    </Section>
  );
}

/** Explains how the account of one version is derived from the key. */
function Steps({ facts, version }: { facts: KeyFacts; version: BitcoinView['version'] }) {
  const { steps } = facts.accounts[version];
  return (
    <Section
      title={`How the ${version} account follows from the key`}
      end={
        <CopyButton text={steps.map(({ title, value }) => `${title}: ${value}`).join('\n')} what="derivation">
          Copy all
        </CopyButton>
      }
    >
      <Derivation steps={steps} />
    </Section>
  );
}
