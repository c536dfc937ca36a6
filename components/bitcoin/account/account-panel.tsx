import { type ChainChoice, chainLabel } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { Facts } from '../../item/facts';
import { AddressText } from '../../ui/address-text';
import { AccountState } from './account-state';

type Props = {
  account: {
    btcPublicKey: string;
    smartAccountAddress: string;
    owner: string;
    factoryAddress: string;
    entryPointAddress: string;
    version: string;
    index: number;
  };
  chain: ChainChoice;
  isDeployed: boolean | null;
  why: string | undefined;
};

/** One account: its address, whether it is deployed on the chain asked, and what it is made of. */
export function AccountPanel({ account, chain, isDeployed, why }: Props) {
  return (
    <div className="panel p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Smart account {account.version}</h3>
        <AccountState
          publicKey={account.btcPublicKey}
          version={account.version}
          chain={chain}
          isDeployed={isDeployed}
        />
      </div>
      <p className="mt-2 mb-3 text-[0.8125rem] sm:text-base [&_span]:text-[length:inherit]">
        <AddressText address={account.smartAccountAddress} what="smart account" full />
      </p>
      {why !== undefined && (
        <p className="mb-3 rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">
          When this page was made, it was not known whether this account is deployed on {chainLabel(chain)}:{' '}
          {why}. The address is calculated without asking the chain; send nothing there before it has
          answered.
        </p>
      )}
      <Facts
        facts={[
          ['Owner', <AddressText key="" address={account.owner} what="owner" full />],
          ['Factory', <AddressText key="" address={account.factoryAddress} what="factory" full />],
          ['Entry point', <AddressText key="" address={account.entryPointAddress} what="entry point" full />],
          ['Index', String(account.index)],
        ]}
      />
      {chain.explorerUrl && (
        <p className="mt-3 print:hidden">
          <a
            href={`${chain.explorerUrl}/address/${account.smartAccountAddress}`}
            rel="noreferrer noopener"
            target="_blank"
            className="link text-sm"
          >
            In the explorer of {chain.name}
          </a>
        </p>
      )}
    </div>
  );
}
