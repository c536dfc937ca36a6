import { AddressForms, QrButton } from '@/components/bitcoin/address-forms';
import { MatchForm } from '@/components/bitcoin/match-form';
import { RememberKey } from '@/components/bitcoin/remember-key';
import { ShareKey } from '@/components/bitcoin/share/share-key';
import { KeyStatus } from '@/components/bitcoin/status/key-status';
import { StatusText } from '@/components/bitcoin/status/status-text';
import { LabelButton } from '@/components/labels/label-button';
import { LabelText } from '@/components/labels/label-text';
import { AddressText } from '@/components/ui/address-text';
import { CopyButton } from '@/components/ui/copy/copy-button';
import { CopyMark } from '@/components/ui/copy/copy-mark';
import { Fold } from '@/components/ui/fold';
import { OperatorHint } from '@/components/ui/operator-hint';
import { PageLink } from '@/components/ui/page-link';
import { parseBtcAddress } from '@/lib/bitcoin/address';
import { addressesOfKey, type KeyAddresses } from '@/lib/bitcoin/addresses-of-key';
import { ACCOUNT_VERSION_NAMES, type AccountVersion } from '@/lib/btc-account/account-versions';
import { derivationSteps } from '@/lib/btc-account/derivation-steps';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import type { KeyFacts, ProvenAddresses } from '@/lib/dashboard/bitcoin/key-proof';
import { type MatchMessage, matchMessage } from '@/lib/dashboard/bitcoin/match-messages';
import {
  type BitcoinView,
  bitcoinHref,
  type ChainChoice,
  chainOffered,
  chainsFor,
  testAddressNote,
} from '@/lib/dashboard/bitcoin-view';
import { accountsRequest } from '@/lib/dashboard/docs/curl';
import { shorten } from '@/lib/dashboard/format';

type Props = {
  publicKey: string;
  chains: readonly ChainChoice[];
  view: BitcoinView;
  defaultChain: number;
  /** Whether this server has a record of the key; undefined if the store could not be read. */
  isRemembered: boolean | undefined;
};

/** Page for a Bitcoin key: first the chains on which the key's accounts are safe to use, then the derivation. */
export function KeyPage({ publicKey, chains: all, view, defaultChain, isRemembered }: Props) {
  const match = view.match === '' ? undefined : matchMessage(publicKey, view.match);
  const own = match?.isProven ? view.match : undefined;
  const network = own === undefined ? undefined : parseBtcAddress(own).network;
  const chains = chainsFor(all, network);
  const note = testAddressNote(network);
  const chain =
    note === undefined
      ? chains.find(({ chainId }) => chainId === view.chain)
      : chainOffered(chains, view.chain);
  // Falls back to the default, because API calls and records need a supported chain.
  const chainId = chain?.chainId ?? defaultChain;
  const facts = factsOf(publicKey, view.match, match);
  const { owner, smartAccountAddresses: accounts } = accountsOfKey(publicKey);
  const qr = (version: AccountVersion) => (
    <QrButton
      text={accounts[version]}
      of={`account ${version}`}
      note="On EVM chains. Send only where the account is confirmed."
    />
  );
  return (
    <div>
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="flex items-end gap-1">
          <h1 className="font-semibold text-lg tracking-tight sm:text-2xl">
            <span className="sm:hidden">Accounts of</span>
            <span className="max-sm:hidden">Smart accounts of</span> <LabelText address={publicKey} />
            <span className="short-address whitespace-nowrap font-mono text-[0.9em]" title={publicKey}>
              {shorten(publicKey, 6, 6)}
            </span>
          </h1>
          <CopyMark text={publicKey} what="public key" />
          <LabelButton address={publicKey} href={`/bitcoin/${publicKey}`} what="key" />
        </div>
        <ShareKey facts={facts} chains={chains} request={accountsRequest(publicKey, chainId, own)} />
      </header>
      {note !== undefined && own !== undefined && (
        <p className="mt-3 rounded-md bg-sunken px-3 py-2 text-sm">
          <AddressText address={own} what="address" full /> belongs to this key. {note}{' '}
          <PageLink
            href={bitcoinHref(publicKey, { ...view, match: '' }, defaultChain)}
            className="whitespace-nowrap underline underline-offset-3"
          >
            Show all chains
          </PageLink>
        </p>
      )}
      {chain?.isConfigured !== true && <ChainNotice chainId={chain?.chainId ?? view.chain} chain={chain} />}
      <KeyStatus
        publicKey={publicKey}
        owner={owner}
        accounts={accounts}
        qrs={{ '1.0.0': qr('1.0.0'), '2.0.0': qr('2.0.0') }}
        chains={chains}
      >
        <MatchForm publicKey={publicKey} view={view} defaultChain={defaultChain}>
          {match !== undefined && (
            <p>
              <StatusText tone={match.tone}>
                <span className="font-medium">{match.result}</span>.{' '}
                <span className="font-normal text-ink">{match.why}</span>
              </StatusText>
            </p>
          )}
        </MatchForm>
      </KeyStatus>
      <div className="mt-8 border-line border-t">
        <Fold id="addresses" title="Bitcoin addresses">
          <AddressForms addresses={facts.addresses} />
        </Fold>
        <Fold id="derivation" title="How the address is calculated">
          <Steps facts={facts} />
        </Fold>
      </div>
      {isRemembered !== undefined && (
        <>
          <div className="mt-6 noscript:hidden print:hidden">
            <RememberKey publicKey={publicKey} btcAddress={own} chain={chainId} isRemembered={isRemembered} />
          </div>
          <div className="mt-6 hidden text-sm noscript:block">
            <p>This key is {isRemembered ? '' : 'not '}remembered on this server.</p>
            {!isRemembered && (
              <form action="/find" method="post" className="mt-2 print:hidden">
                <input type="hidden" name="q" value={publicKey} />
                <input type="hidden" name="chain" value={chainId} />
                <input type="hidden" name="remember" value="on" />
                <button type="submit" className="control">
                  Remember this key
                </button>
              </form>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** A notice that the chain in the URL cannot be checked. The accounts are shown anyway. */
function ChainNotice({ chainId, chain }: { chainId: number; chain: ChainChoice | undefined }) {
  return (
    <div className="mt-3 rounded-md bg-sunken px-3 py-2 text-sm">
      <p>
        {chain?.name ?? `Chain ${chainId}`} can’t be checked here.{' '}
        {chain === undefined
          ? 'This page shows the chains that this server knows.'
          : 'This server has no connection to it.'}
      </p>
      <OperatorHint>
        Set <code className="font-mono text-xs">EVM_RPC_URL_{chainId}</code> to an endpoint of the chain.
      </OperatorHint>
    </div>
  );
}

/** The steps from the key to each version of the account, with all values. */
function Steps({ facts }: { facts: KeyFacts }) {
  return [...ACCOUNT_VERSION_NAMES].reverse().map((version) => {
    const { steps } = facts.accounts[version];
    return (
      <section key={version} className="mb-6 last:mb-0">
        <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-2">
          <h3 className="font-medium">Account {version}</h3>
          <CopyButton
            text={steps.map(({ title, value }) => `${title}: ${value}`).join('\n')}
            what={`derivation of account ${version}`}
          >
            Copy all
          </CopyButton>
        </div>
        <ol className="panel divide-y divide-line">
          {steps.map(({ id, title, formula, value }, i) => (
            <li
              key={id}
              className="grid grid-cols-[minmax(0,1fr)] break-inside-avoid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[16rem_minmax(0,1fr)]"
            >
              <div>
                <p className="font-medium text-sm">
                  <span className="mr-1 text-muted tabular-nums">{i + 1}</span> {title}
                </p>
                <p className="mt-0.5 break-words text-muted text-xs [overflow-wrap:anywhere]">{formula}</p>
              </div>
              <div className="flex min-w-0 items-start justify-between gap-2">
                <code className="text-balance break-all font-mono text-xs leading-5">{value}</code>
                <CopyMark text={value} what={title.toLowerCase()} />
              </div>
            </li>
          ))}
        </ol>
      </section>
    );
  });
}

/** Calculates the facts about a key. `match` is the result of comparing the key with `address`. */
function factsOf(publicKey: string, address: string, match: MatchMessage | undefined): KeyFacts {
  const { owner, smartAccountAddresses } = accountsOfKey(publicKey);
  const account = (version: AccountVersion) => ({
    address: smartAccountAddresses[version],
    steps: derivationSteps(publicKey, version),
  });
  const { mainnet, testnet, regtest } = addressesOfKey(publicKey);
  return {
    publicKey,
    owner,
    accounts: { '1.0.0': account('1.0.0'), '2.0.0': account('2.0.0') },
    addresses: { mainnet: proven(mainnet), testnet: proven(testnet), regtest: proven(regtest) },
    compared: match && { address, verdict: `${match.result}. ${match.why}` },
  };
}

/** Removes the untweaked taproot address, which does not prove that it belongs to the key (BIP-86). */
function proven({ p2trUntweaked: _, ...forms }: KeyAddresses): ProvenAddresses {
  return forms;
}
