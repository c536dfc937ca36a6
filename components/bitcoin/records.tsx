import { PageLink } from '@/components/ui/page-link';
import { parseBtcAddress } from '@/lib/bitcoin/address';
import type { BtcAccountRecord } from '@/lib/btc-account/btc-account-store';
import { type RecordedKey, recordedKeys } from '@/lib/dashboard/bitcoin/recorded-keys';
import { bitcoinHref, contractAge } from '@/lib/dashboard/bitcoin-view';
import { AddressText } from '../ui/address-text';
import { LocalTime } from '../ui/local-time';
import { ADDRESS_FORMS } from './address-forms';

type Props = {
  /** Whether a smart account was looked up, instead of a Bitcoin address. */
  isAccount: boolean;
  /** The address with which a key's page compares the key; empty for a smart account. */
  match: string;
  records: readonly BtcAccountRecord[];
  defaultChain: number;
};

/** A card for each recorded key of an address: its accounts, and the way to the key's page. */
export function Records({ records, ...props }: Props) {
  return (
    <ul className="grid gap-3" aria-label="Recorded accounts">
      {recordedKeys(records).map((recorded) => (
        <li key={recorded.publicKey} className="panel break-inside-avoid px-4 py-4">
          <KeyCard recorded={recorded} {...props} />
        </li>
      ))}
    </ul>
  );
}

/** Describes the type of an address of a key: “Native segwit”, “Native segwit (test)”. */
function formOf(address: string): string {
  const { type, network } = parseBtcAddress(address);
  // A script hash that belongs to a key is that of nested segwit.
  const form = type === 'p2sh' ? 'p2shP2wpkh' : type;
  const name = ADDRESS_FORMS.find((each) => each.form === form)?.name ?? type;
  return `${name}${network === 'mainnet' ? '' : ' (test)'}`;
}

const FACTS = 'mt-2 grid items-baseline gap-x-4 gap-y-1 max-sm:gap-y-0 sm:grid-cols-[auto_minmax(0,1fr)]';

type CardProps = Omit<Props, 'records'> & { recorded: RecordedKey };

function KeyCard({ recorded, isAccount, match, defaultChain }: CardProps) {
  const { publicKey, accounts, btcAddresses, chainId, firstSeen } = recorded;
  const view = { chain: chainId, match };
  const keyHref = bitcoinHref(publicKey, view, defaultChain);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="font-semibold">
          {isAccount ? 'The Bitcoin key of this account' : 'Smart accounts of this address'}
        </h2>
        <span className="text-muted text-xs sm:ml-auto">
          Remembered on this server on{' '}
          {/* The local time is longer than the first one, and may not fit on the same line. */}
          <span className="max-sm:block">
            <LocalTime iso={firstSeen} />
          </span>
        </span>
      </div>
      <dl className={FACTS}>
        {!isAccount &&
          accounts.map(({ version, smartAccountAddress }) => (
            <Fact key={version} name={`Account ${version} (${contractAge(version)} contract)`}>
              <AddressText
                address={smartAccountAddress}
                what={`account ${version}`}
                href={bitcoinHref(smartAccountAddress, { chain: view.chain }, defaultChain)}
                full
              />
            </Fact>
          ))}
        <Fact name="Public key">
          <AddressText address={publicKey} what="public key" href={keyHref} full />
        </Fact>
      </dl>
      <p className="mt-3 text-caution text-sm">
        Not checked on any chain yet: don’t send before you have seen where it is safe.
      </p>
      <p className="mt-2 print:hidden">
        <PageLink href={keyHref} className="control control-primary">
          Check where {isAccount ? 'this account is' : 'its accounts are'} safe to use
        </PageLink>
      </p>
      {isAccount && (
        <dl className={`${FACTS} pt-2`}>
          <Fact name={btcAddresses.length === 1 ? 'Bitcoin address' : 'Bitcoin addresses'}>
            {btcAddresses.map((address) => (
              <div
                key={address}
                className="items-baseline max-sm:mb-2 sm:grid sm:grid-cols-[9rem_minmax(0,1fr)]"
              >
                <span className="text-muted text-xs max-sm:mt-1 max-sm:block">{formOf(address)}</span>
                <AddressText
                  address={address}
                  what="Bitcoin address"
                  href={bitcoinHref(address, { chain: view.chain }, defaultChain)}
                  full
                />
              </div>
            ))}
          </Fact>
        </dl>
      )}
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className="contents">
    <dt className="text-muted text-sm">{name}</dt>
    <dd className="max-sm:mb-2">{children}</dd>
  </div>
);
