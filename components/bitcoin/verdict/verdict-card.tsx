'use client';

import { memo, type ReactNode } from 'react';
import type { AccountVersion } from '@/lib/btc-account/account-versions';
import type { ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import {
  type AccountCells,
  type ChainGroups,
  groupChains,
  versionStatus,
} from '@/lib/dashboard/bitcoin/chain-status/chain-status';
import { AddressText } from '../../ui/address-text';
import { useDrawnCells } from '../account/use-account-cells';
import { FactoryConfirmed } from './factory-confirmed';
import { DeployedOn, NotChecked, SendOn } from './verdict-lines';

type Props = {
  publicKey: string;
  /** The key's EVM address, in EIP-55 form. */
  owner: string;
  /** The version that the page is about first. */
  versions: readonly AccountVersion[];
  accounts: Record<AccountVersion, string>;
  chains: readonly ChainChoice[];
  /** Whether a given address is the key's. */
  given: ReactNode;
  /** The form to give one. */
  children: ReactNode;
};

type VerdictProps = Props & { cells: AccountCells };

/**
 * What a reader comes for, before everything else: the accounts of the key, where they are deployed and where no money
 * must be sent. It fills as the chains answer; each line has its room from the start.
 */
export function VerdictCard(props: Props) {
  return <Verdict {...props} cells={useDrawnCells(props.publicKey).cells} />;
}

const Verdict = memo(function Verdict({
  owner,
  versions,
  accounts,
  chains,
  given,
  children,
  cells,
}: VerdictProps) {
  const groups = groupChains(chains, cells);
  const isRoomy = chains.length > 8;
  const verdicts = versions.map((version) => ({
    version,
    verdict: versionStatus(version, groups.answered, cells, owner),
  }));
  return (
    <section aria-labelledby="verdict" className="panel mt-5 divide-y divide-line px-4 sm:px-5">
      <h2 id="verdict" className="py-3 font-semibold">
        This key controls these accounts
      </h2>
      {given && <div className="py-3 text-sm">{given}</div>}
      <div className="gap-x-10 divide-y divide-line min-[1600px]:grid min-[1600px]:grid-cols-2 min-[1600px]:divide-y-0">
        {verdicts.map(({ version, verdict }) => (
          <div key={version} className="py-3">
            <h3 className="text-muted text-sm">Account {version}</h3>
            <p className="text-[0.8125rem] sm:text-base [&_span]:text-[length:inherit]">
              <AddressText address={accounts[version]} what={`account ${version}`} full />
            </p>
            <dl className="mt-1 text-sm">
              <Line name="Deployed on" room={isRoomy ? ROOM.names : ROOM.line}>
                <DeployedOn verdict={verdict} groups={groups} />
              </Line>
              <Line
                name={verdict.hazards.length > 0 ? 'Do not send on' : 'Can be used on'}
                room={isRoomy ? ROOM.sentences : ROOM.three}
              >
                <SendOn verdict={verdict} groups={groups} />
              </Line>
            </dl>
          </div>
        ))}
      </div>
      <dl className="py-3 text-sm print:border-b-0">
        <Line name="Not checked" room={isRoomy ? ROOM.sentences : ROOM.three}>
          <NotChecked verdicts={verdicts} groups={groups} />
        </Line>
        <Line name="Factory of 2.0.0" room={ROOM.two}>
          <FactoryConfirmed version="2.0.0" chains={chains} cells={cells} isAsking={isAsking(groups)} />
        </Line>
        <Line name="Owner" room={ROOM.line}>
          <AddressText address={owner} what="owner" full />
        </Line>
      </dl>
      <div className="asks py-3 text-sm">{children}</div>
    </section>
  );
});

const isAsking = ({ pending }: ChainGroups) => pending.length > 0;

/** Room for what may come, in lines: more than that is cut on a screen, never on paper. */
const ROOM = {
  line: 'min-h-[1.3125rem]',
  two: 'min-h-[2.625rem] sm:min-h-[1.3125rem]',
  three: 'min-h-[3.9375rem] sm:min-h-[2.625rem] xl:min-h-[1.3125rem]',
  names: 'h-[2.625rem] line-clamp-2 sm:h-[1.3125rem] sm:line-clamp-1',
  sentences: 'h-[6.5625rem] line-clamp-5 sm:h-[2.625rem] sm:line-clamp-2',
};

function Line({ name, room, children }: { name: string; room: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[9.5rem_1fr] items-baseline gap-x-4 py-1 max-sm:grid-cols-1">
      <dt className="text-muted">{name}</dt>
      <dd className={`min-w-0 leading-[1.3125rem] print:line-clamp-none print:h-auto print:min-h-0 ${room}`}>
        {children}
      </dd>
    </div>
  );
}
