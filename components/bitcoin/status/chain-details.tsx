import type { ReactNode } from 'react';
import { AddressText } from '@/components/ui/address-text';
import { LocalTime } from '@/components/ui/local-time';
import { OutLink } from '@/components/ui/out-link';
import {
  ACCOUNT_VERSIONS,
  type AccountVersion,
  ENTRY_POINT_ADDRESS,
} from '@/lib/btc-account/account-versions';
import { type ChainStatus, NEWEST_FIRST } from '@/lib/dashboard/bitcoin/chain-status/account-status';
import type { Presence } from '@/lib/evm/account-state';

type Props = { status: ChainStatus; owner: string; accounts: Record<AccountVersion, string> };

/** Details about both versions of the account on a chain, with links to the chain's explorer. */
export function ChainDetails({ status: { chain, versions }, owner, accounts }: Props) {
  return (
    <div className="grid gap-x-8 gap-y-3 md:grid-cols-2 min-[1600px]:grid-cols-1">
      {NEWEST_FIRST.map((version) => {
        const { cell, facts, why, isDeployed } = versions[version];
        const currentOwner = facts?.currentOwner ?? undefined;
        return (
          <section key={version} aria-label={`Account ${version} on ${chain.name}`} className="min-w-0">
            <p className="font-medium">
              {version}: <span className="font-normal">{why ?? 'Checking…'}</span>
            </p>
            <dl className="mt-1 grid gap-y-1">
              <Fact name="Owner">
                <AddressText address={currentOwner ?? owner} what="owner" full />
                {!isDeployed && <Note>once deployed</Note>}
                {isDeployed && currentOwner === undefined && <Note>expected; not read</Note>}
                {currentOwner !== undefined && currentOwner !== owner && <Note>not this key</Note>}
              </Fact>
              <Fact name="Account contract">
                <AddressText
                  address={ACCOUNT_VERSIONS[version].factoryAddress}
                  what="account contract"
                  full
                />
                <Note>{presence(facts?.factory)}</Note>
              </Fact>
              <Fact name="Entry point">
                <AddressText address={ENTRY_POINT_ADDRESS} what="entry point" full />
                <Note>{presence(facts?.entryPoint)}</Note>
              </Fact>
              {chain.explorerUrl !== undefined && (
                <Fact name="Explorer">
                  <OutLink href={`${chain.explorerUrl}/address/${accounts[version]}`} className="link">
                    Account {version} on {new URL(chain.explorerUrl).host}
                  </OutLink>
                </Fact>
              )}
              {cell !== undefined && (
                <Fact name="Checked">
                  <LocalTime iso={cell.at} />
                </Fact>
              )}
            </dl>
          </section>
        );
      })}
    </div>
  );
}

const presence = (of: Presence | undefined) =>
  of === 'present' ? 'has code' : of === 'absent' ? 'no code' : 'not read';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-x-2">
      <dt className="text-muted">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-2">{children}</dd>
    </div>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <span className="text-muted text-xs">{children}</span>
);
