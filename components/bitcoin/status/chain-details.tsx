import type { ReactNode } from 'react';
import { Facts } from '@/components/item/facts';
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
    <div className="grid gap-y-4">
      {NEWEST_FIRST.map((version) => {
        const { cell, facts, why, isDeployed } = versions[version];
        const currentOwner = facts?.currentOwner ?? undefined;
        return (
          <section key={version} aria-label={`Account ${version} on ${chain.name}`} className="min-w-0">
            <p className="font-medium">
              {version}: <span className="font-normal">{why ?? 'Checking…'}</span>
            </p>
            <Facts
              facts={[
                [
                  'Owner',
                  <Noted key="" address={currentOwner ?? owner} what="owner">
                    {!isDeployed && 'once deployed'}
                    {isDeployed && currentOwner === undefined && 'expected; not read'}
                    {currentOwner !== undefined && currentOwner !== owner && 'not this key'}
                  </Noted>,
                ],
                [
                  'Account contract',
                  <Noted key="" address={ACCOUNT_VERSIONS[version].factoryAddress} what="account contract">
                    {presence(facts?.factory)}
                  </Noted>,
                ],
                [
                  'Entry point',
                  <Noted key="" address={ENTRY_POINT_ADDRESS} what="entry point">
                    {presence(facts?.entryPoint)}
                  </Noted>,
                ],
                chain.explorerUrl !== undefined && [
                  'Explorer',
                  <OutLink key="" href={`${chain.explorerUrl}/address/${accounts[version]}`} className="link">
                    Account {version} on {new URL(chain.explorerUrl).host}
                  </OutLink>,
                ],
                cell !== undefined && ['Checked', <LocalTime key="" iso={cell.at} />],
              ]}
            />
          </section>
        );
      })}
    </div>
  );
}

const presence = (of: Presence | undefined) =>
  of === 'present' ? 'has code' : of === 'absent' ? 'no code' : 'not read';

type NotedProps = { address: string; what: string; children: ReactNode };

/** An address and, after it, what is known about it. */
function Noted({ address, what, children }: NotedProps) {
  return (
    <>
      <AddressText address={address} what={what} full />
      <span className="ml-2 text-muted text-xs max-sm:ml-0">{children}</span>
    </>
  );
}
