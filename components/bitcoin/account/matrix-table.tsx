import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import { type ChainChoice, chainLabel } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { type AccountCells, cellKey } from '@/lib/dashboard/bitcoin/chain-status/chain-status';
import { utcTime } from '@/lib/dashboard/format';
import { DeploymentState } from './deployment-state';

const [FIRST] = ACCOUNT_VERSION_NAMES;

type RowParts = {
  cells: AccountCells;
  owner: string;
  accounts: Record<AccountVersion, string>;
  hrefs: Record<number, string>;
};

type Props = RowParts & {
  chains: readonly ChainChoice[];
  /** Chains that are being asked and have room here already: what they tell moves nothing below. */
  expected: number;
  /** What is said where no chain is shown. */
  empty: string;
};

/** A line a chain, a column a version. */
export function MatrixTable({ chains, expected, empty, ...row }: Props) {
  return (
    <div className="panel overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">Accounts of this key by chain and version</caption>
        <thead>
          <tr className="border-line border-b text-left text-muted">
            {/* Columns stand still whatever comes into them. */}
            <th className="h-10 w-2/5 pl-3 font-medium sm:pl-4">Chain</th>
            {ACCOUNT_VERSION_NAMES.map((version) => (
              <th key={version} className="w-[30%] pr-3 font-medium sm:w-1/5 sm:px-2">
                {version}
              </th>
            ))}
            <th className="px-2 pr-4 font-medium max-sm:hidden print:table-cell">Known at</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {chains.map((chain) => (
            <ChainRow key={chain.chainId} chain={chain} {...row} />
          ))}
          {chains.length === 0 && (
            <tr>
              <td colSpan={4} className="h-12 px-4 text-muted">
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <ExpectedLines lines={expected - (chains.length === 0 ? 1 : 0)} />
    </div>
  );
}

/** The room of chains that are being asked, one element for all lines. Nobody asks them without script. */
function ExpectedLines({ lines }: { lines: number }) {
  if (lines <= 0) return null;
  return (
    <div
      aria-hidden="true"
      className="expected-lines noscript:hidden print:hidden"
      style={{ height: `calc(${lines} * var(--line-height))` }}
    />
  );
}

function ChainRow({ chain, cells, owner, accounts, hrefs }: RowParts & { chain: ChainChoice }) {
  const first = cells[cellKey(chain.chainId, FIRST)];
  const isSilent = ACCOUNT_VERSION_NAMES.every(
    (version) => cells[cellKey(chain.chainId, version)]?.state === 'unknown',
  );
  const at = isSilent ? undefined : first?.at;
  return (
    // On paper those that are silent are told above, with when.
    <tr className={`break-inside-avoid ${isSilent ? 'print:hidden' : ''}`}>
      <th scope="row" className="h-12 py-1.5 pr-1 pl-3 text-left font-normal sm:pr-2 sm:pl-4">
        <a href={hrefs[chain.chainId]} className="link font-medium">
          {chain.name}
        </a>{' '}
        <span className="max-sm:block">
          <span className="font-mono text-muted text-xs">{chain.chainId}</span>{' '}
          {chain.testnet && <span className="label">test</span>}
        </span>
      </th>
      {(isSilent ? [FIRST] : ACCOUNT_VERSION_NAMES).map((version) => (
        <td
          key={version}
          colSpan={isSilent ? ACCOUNT_VERSION_NAMES.length : undefined}
          className="py-1.5 pr-3 sm:px-2"
        >
          <DeploymentState
            cell={cells[cellKey(chain.chainId, version)]}
            owner={owner}
            explorer={chain.explorerUrl && `${chain.explorerUrl}/address/${accounts[version]}`}
            of={`${version} on ${chainLabel(chain)}`}
          />
        </td>
      ))}
      <td className="px-2 py-1.5 pr-4 text-muted text-xs tabular-nums max-sm:hidden print:table-cell">
        {at !== undefined && (
          <time dateTime={at} title={at}>
            <span className="print:hidden">{at.slice(11, 19)} UTC</span>
            <span className="hidden whitespace-nowrap print:inline">{utcTime(at)}</span>
          </time>
        )}
      </td>
    </tr>
  );
}
