'use client';

import { memo, type ReactNode, useId, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import type { AccountVersion } from '@/lib/btc-account/account-versions';
import {
  type AccountStatus,
  type ChainStatus,
  isConfigured,
  NEWEST_FIRST,
  statusesOf,
} from '@/lib/dashboard/bitcoin/chain-status/account-status';
import { isSampleChain } from '@/lib/dashboard/bitcoin-view';
import { formatAmount, utcTime } from '@/lib/dashboard/format';
import { ChainDetails } from './chain-details';
import { StatusText } from './status-text';

type RowProps = { status: ChainStatus };

/** Whether two rows show the same content. The cells of a chain change only when it responds. */
const isSameRow = <T extends RowProps>(
  { status: before, ...props }: Readonly<T>,
  { status: after, ...others }: Readonly<T>,
): boolean =>
  before.chain === after.chain &&
  NEWEST_FIRST.every((version) => before.versions[version].cell === after.versions[version].cell) &&
  Object.entries(props).every(([name, value]) => Object.is(value, others[name as keyof typeof others]));

const ROW = 'break-inside-avoid border-line border-t';
const CELL = 'py-1.5 pr-2 align-top';

type AnsweredProps = RowProps & { owner: string; accounts: Record<AccountVersion, string> };

/** Row of a chain that has responded or is being checked. It expands to the details. */
export const AnsweredRow = memo(function AnsweredRow({ status, owner, accounts }: AnsweredProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { chain, versions } = status;
  const balances = balancesOf(status);
  return (
    <>
      <tr className={ROW}>
        <ChainName
          status={status}
          below={
            <span className="block pl-5 sm:hidden print:hidden">
              {balances.length > 0
                ? balances
                : statusesOf(status).some(({ facts }) => facts?.balance === null) && 'Balance unknown'}
            </span>
          }
        >
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            className="-ml-5 flex min-h-6 min-w-0 items-start gap-1.5 text-left font-medium hover:text-accent print:hidden"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="down" className={`mt-1 size-3.5 text-muted ${isOpen ? '' : '-rotate-90'}`} />
            <ChainMark name={chain.name} />
            {chain.name}
          </button>
        </ChainName>
        {NEWEST_FIRST.map((version) => (
          <td key={version} className={`${CELL} text-muted`}>
            <VersionStatus status={versions[version]} isExample={isSampleChain(chain)} />
          </td>
        ))}
        <td className="py-1.5 text-right align-top sm:pr-4">
          <span className="max-sm:hidden print:inline">
            {balances.length > 0 ? balances : <EmptyBalance status={status} />}
          </span>
        </td>
      </tr>
      {isOpen && (
        <tr id={id} className="print:hidden">
          <td colSpan={4} className="px-3 pb-3 sm:px-4 sm:pl-9">
            <ChainDetails status={status} owner={owner} accounts={accounts} />
          </td>
        </tr>
      )}
    </>
  );
}, isSameRow);

/** Row of a chain that is only printed. It has few elements, because there are up to 45 of them. */
export const PrintedRow = memo(function PrintedRow({
  status,
  isUnknown,
}: RowProps & {
  /** Whether the reason is printed instead of the status of each version. */
  isUnknown: boolean;
}) {
  const { chain, versions } = status;
  const at = respondedAt(status);
  return (
    <tr className={ROW}>
      <th scope="row" className="py-1.5 pr-2 pl-3 text-left align-top font-medium sm:pl-4">
        {chain.name} {chain.chainId} {testNote(status)}
        {at !== undefined && (
          <time dateTime={at} className="block font-normal text-muted text-xs">
            {utcTime(at)}
          </time>
        )}
      </th>
      {isUnknown ? (
        <td colSpan={2} className={CELL}>
          {unknownReason(status)}
        </td>
      ) : (
        NEWEST_FIRST.map((version) => (
          <td key={version} className={CELL}>
            {versions[version].label}
          </td>
        ))
      )}
      <td className="py-1.5 text-right align-top sm:pr-4">{balancesOf(status)}</td>
    </tr>
  );
}, isSameRow);

/** Returns the time at which a chain responded, ISO 8601; undefined if it has not. */
const respondedAt = (status: ChainStatus) =>
  statusesOf(status).find(({ cell }) => cell !== undefined)?.cell?.at;

/** Says that a chain holds no real value; undefined for other chains. */
const testNote = ({ chain }: ChainStatus) =>
  isSampleChain(chain) ? 'example data' : chain.testnet ? 'testnet' : undefined;

/** Returns why nothing is known about the accounts on a chain. */
function unknownReason(status: ChainStatus): string {
  if (!isConfigured(status)) return 'Can’t be checked here.';
  return statusesOf(status).find(({ why }) => why !== undefined)?.why ?? 'Not checked.';
}

/** Row of a chain that did not respond for either version or can't be checked, with the reason. */
export const UnknownRow = memo(function UnknownRow({ status }: RowProps) {
  return (
    <tr className={ROW}>
      <ChainName status={status} />
      <td colSpan={3} className={`${CELL} pr-3 text-muted sm:pr-4`}>
        {unknownReason(status)}
      </td>
    </tr>
  );
}, isSameRow);

/** A chain's name and id, and in print the time of its response. On screen, `children` replaces the name. */
function ChainName({
  status,
  below,
  children,
}: {
  status: ChainStatus;
  below?: ReactNode;
  children?: ReactNode;
}) {
  const { chainId, name } = status.chain;
  const note = testNote(status);
  const at = respondedAt(status);
  return (
    <th scope="row" className="py-1.5 pr-2 pl-3 text-left align-top font-normal sm:pl-4">
      {/* A second line begins below the name. */}
      <span className="flex flex-wrap items-center gap-x-2 pl-5 print:pl-0">
        {children}
        <span
          className={`items-start gap-1.5 font-medium print:pl-0 ${children === undefined ? 'flex' : 'hidden print:flex'}`}
        >
          <ChainMark name={name} />
          {name}
        </span>
        <span className="text-muted text-xs">
          <span className="max-sm:hidden print:inline">ID {chainId}</span>
          {note && <span className="sm:ml-2">{note}</span>}
        </span>
      </span>
      {at !== undefined && (
        <div>
          {below}
          <time dateTime={at} className="hidden text-muted text-xs print:block">
            {utcTime(at)}
          </time>
        </div>
      )}
    </th>
  );
}

/** The first letter of a chain's name in a circle, as decoration next to the name. */
const ChainMark = ({ name }: { name: string }) => (
  <span
    aria-hidden="true"
    className="grid size-5 shrink-0 place-items-center rounded-full border border-line bg-sunken font-medium text-[0.625rem] text-muted leading-none max-sm:hidden"
  >
    {name.slice(0, 1)}
  </span>
);

/** The status of an account version. On the sample network, “confirmed” is not a reason to send anything. */
function VersionStatus({
  status: { safety, label, cell },
  isExample,
}: {
  status: AccountStatus;
  isExample: boolean;
}) {
  if (cell === undefined) return label;
  const tone = safety === 'unsafe' ? 'bad' : safety !== 'confirmed' ? 'caution' : isExample ? 'none' : 'good';
  return (
    <StatusText tone={tone}>
      {label}
      {tone === 'none' && ' (example)'}
    </StatusText>
  );
}

/** Renders the balance of each account version, except unknown and zero balances. */
function balancesOf({ chain, versions }: ChainStatus): ReactNode[] {
  return NEWEST_FIRST.flatMap((version) => {
    const balance = versions[version].facts?.balance ?? '0';
    if (balance === '0') return [];
    return [
      <span key={version} className="block tabular-nums [overflow-wrap:anywhere]">
        {`${formatAmount(balance, 18)}\u00a0${chain.symbol ?? 'coins'}`}
        <span className="whitespace-nowrap text-muted text-xs"> in {version}</span>
      </span>,
    ];
  });
}

/** Says that the accounts hold nothing on a chain, or that their balances are not known. */
function EmptyBalance({ status }: { status: ChainStatus }) {
  const balances = statusesOf(status).map(({ facts }) => facts?.balance ?? null);
  return (
    <span className="text-muted tabular-nums">
      {balances.includes(null) ? (
        <>
          <span aria-hidden="true">–</span>
          <span className="sr-only">Not known</span>
        </>
      ) : (
        `0 ${status.chain.symbol ?? 'coins'}`
      )}
    </span>
  );
}
