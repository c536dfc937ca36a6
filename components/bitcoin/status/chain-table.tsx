'use client';

import { memo, type ReactNode, useRef, useState } from 'react';
import { useKeptFocus } from '@/components/ui/a11y/use-kept-focus';
import { Icon } from '@/components/ui/icon';
import { OperatorHint } from '@/components/ui/operator-hint';
import { Switch } from '@/components/ui/switch';
import type { AccountVersion } from '@/lib/btc-account/account-versions';
import {
  type ChainGroup,
  type ChainStatus,
  groupChains,
  isConfigured,
  NEWEST_FIRST,
} from '@/lib/dashboard/bitcoin/chain-status/account-status';
import { AnsweredRow, PrintedRow, UnknownRow } from './chain-rows';
import { CheckAgain } from './check-again';

/** Number of rows that all open groups together show before “Show more”, so that the page's height changes little. */
const MAX_ROWS = 6;
/** Maximum number of chains that the heading of the unknown chains names. */
const MAX_NAMED = 3;
/** Number of rows that the group of unsafe chains shows before “Show more”. */
const MAX_UNSAFE = 5;

type Props = {
  owner: string;
  accounts: Record<AccountVersion, string>;
  statuses: readonly ChainStatus[];
  progress: 'first' | 'again' | 'ended';
  /** Checks all chains again; undefined if another button does this. */
  checkAgain: (() => void) | undefined;
};

/** All chains in one table, grouped by the status of the accounts. */
export const ChainTable = memo(function ChainTable({
  owner,
  accounts,
  statuses,
  progress,
  checkAgain,
}: Props) {
  const [hasTestnets, setHasTestnets] = useState(true);
  const heading = useRef<HTMLHeadingElement>(null);
  const testnets = statuses.filter(({ chain }) => chain.testnet).length;
  const groups = groupChains(
    hasTestnets ? statuses : statuses.filter(({ chain }) => !chain.testnet),
    progress,
  );
  // A focused button disappears when its row moves to another group.
  useKeptFocus(groups.map(({ id, chains }) => `${id} ${chains.length}`).join(), heading);
  const open = groups.filter(({ id }) => id !== 'unknown');
  const rowsEach = Math.max(1, Math.floor(MAX_ROWS / open.length));
  const row = ({ id }: ChainGroup, status: ChainStatus) => {
    const { chainId } = status.chain;
    return id === 'unknown' ? (
      <UnknownRow key={chainId} status={status} />
    ) : (
      <AnsweredRow key={chainId} status={status} owner={owner} accounts={accounts} />
    );
  };
  return (
    <section aria-labelledby="chains" className="mt-5 noscript:hidden min-[1600px]:mt-4">
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-x-4">
        <h2 ref={heading} id="chains" tabIndex={-1} className="font-semibold outline-none">
          {testnets === statuses.length ? 'Test networks' : 'All chains'}{' '}
          <span className="font-normal text-muted tabular-nums">{statuses.length}</span>
        </h2>
        {testnets > 0 && testnets < statuses.length && (
          <Switch checked={hasTestnets} onChange={({ target }) => setHasTestnets(target.checked)}>
            Testnets{!hasTestnets && ` (${testnets} hidden)`}
          </Switch>
        )}
      </div>
      <div className="panel overflow-hidden">
        <table className="w-full table-fixed text-sm">
          <caption className="sr-only">The accounts on each chain</caption>
          <thead>
            <tr className="text-left text-muted">
              <th className="h-9 w-[38%] pl-3 font-medium sm:w-[34%] sm:pl-4">Chain</th>
              {NEWEST_FIRST.map((version) => (
                <th key={version} className="pr-2 font-medium">
                  <span className="max-sm:sr-only">Account </span>
                  {version}
                </th>
              ))}
              {/* The heading's cell stays on narrow screens, because the group headings span four columns. */}
              <th className="w-0 text-right font-medium sm:w-[24%] sm:pr-4 print:w-[24%]">
                <span className="max-sm:sr-only">Balance</span>
              </th>
            </tr>
          </thead>
          {groups.map((group) => (
            <Group
              key={group.id}
              group={group}
              most={group.id === 'unsafe' ? MAX_UNSAFE : rowsEach}
              row={(status) => row(group, status)}
              action={
                group.id === 'unknown' &&
                group.chains.some(isConfigured) &&
                checkAgain !== undefined && (
                  <CheckAgain
                    label={group.chains.filter(isConfigured).length === 1 ? 'Check again' : 'Check all again'}
                    isChecking={progress !== 'ended'}
                    onCheck={checkAgain}
                    className="my-1 min-h-7 pointer-coarse:min-h-11 font-normal"
                  />
                )
              }
            />
          ))}
        </table>
      </div>
    </section>
  );
});

type GroupProps = {
  group: ChainGroup;
  /** Number of rows that the group shows before “Show more”. */
  most: number;
  row: (status: ChainStatus) => ReactNode;
  action: ReactNode;
};

function Group({ group: { id, title, chains }, most, row, action }: GroupProps) {
  const isFolded = id === 'unknown';
  const names = chains.length <= MAX_NAMED ? chains.map(({ chain }) => chain.name).join(', ') : '';
  const unconfigured = chains.filter((status) => !isConfigured(status)).length;
  const details =
    unconfigured === chains.length
      ? `${names} can’t be checked here`.trim()
      : names || (unconfigured > 0 ? `${unconfigured} can’t be checked here` : '');
  const [isOpen, setOpen] = useState(!isFolded);
  const [showsAll, setShowsAll] = useState(false);
  const more = isFolded || showsAll ? 0 : chains.length - most;
  // A placeholder has the height of the first rows, and is cheaper to replace when the check ends.
  const isPlaceholder = id === 'checking' && more > 0;
  const shown = !isOpen || isPlaceholder ? 0 : more > 0 ? most : chains.length;
  // The verdict says how many live chains are being checked; the sample network is not one of them.
  const heading = (
    <>
      {title} {id !== 'checking' && <span className="font-normal tabular-nums">{chains.length}</span>}
    </>
  );
  return (
    <>
      <tbody className="border-line border-t">
        <tr className="bg-sunken">
          <th
            colSpan={4}
            scope="rowgroup"
            className={`h-8 px-3 text-left font-medium sm:px-4 ${id === 'unsafe' ? 'text-bad' : 'text-muted'}`}
          >
            <span className="flex items-center justify-between gap-2">
              {isFolded ? (
                <button
                  type="button"
                  aria-expanded={isOpen}
                  className="flex min-h-8 pointer-coarse:min-h-11 items-center gap-1.5 hover:text-ink"
                  onClick={() => setOpen(!isOpen)}
                >
                  <Icon name="down" className={`size-3.5 ${isOpen ? '' : '-rotate-90'}`} />
                  <span className="flex flex-wrap gap-x-1.5 py-1 text-left">
                    <span>{heading}</span>
                    {details !== '' && !isOpen && (
                      <span className="font-normal">
                        <span className="max-sm:hidden">· </span>
                        {details}
                      </span>
                    )}
                  </span>
                </button>
              ) : (
                <span>{heading}</span>
              )}
              {isFolded && <span className="hidden print:inline">{heading}</span>}
              {action}
            </span>
          </th>
        </tr>
        {isPlaceholder && (
          <tr className="border-line border-t print:hidden">
            <td colSpan={4} className="h-[12.5rem] p-3 sm:px-4">
              <span className="skeleton block h-full [mask:repeating-linear-gradient(#000_0_1rem,transparent_1rem_2rem)]" />
              <span className="sr-only">Checking…</span>
            </td>
          </tr>
        )}
        {chains.slice(0, shown).map(row)}
        {isFolded && isOpen && unconfigured > 0 && (
          <tr className="border-line border-t print:hidden">
            <td colSpan={4} className="px-3 py-1 sm:px-4">
              <OperatorHint>
                Set <code className="font-mono text-xs">EVM_RPC_URL_&lt;chainId&gt;</code> to an endpoint of
                the chain.
              </OperatorHint>
            </td>
          </tr>
        )}
        {more > 0 && (
          <tr className="border-line border-t print:hidden">
            <td colSpan={4}>
              <button
                type="button"
                className="min-h-9 pointer-coarse:min-h-11 w-full px-4 text-left text-accent text-sm hover:bg-sunken"
                onClick={() => setShowsAll(true)}
              >
                {isPlaceholder ? `Show all ${chains.length}` : `Show ${more} more`}
              </button>
            </td>
          </tr>
        )}
      </tbody>
      {/* The other rows are only printed. Rows that are being checked have nothing to print. */}
      {id !== 'checking' && shown < chains.length && (
        <tbody className="hidden print:table-row-group">
          {chains.slice(shown).map((status) => (
            <PrintedRow key={status.chain.chainId} status={status} isUnknown={isFolded} />
          ))}
        </tbody>
      )}
    </>
  );
}
