import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import type { ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { type AccountCells, cellKey } from '@/lib/dashboard/bitcoin/verdict/chain-verdict';
import { DeploymentState } from './deployment-state';

type RowParts = {
  cells: AccountCells;
  owner: string;
  accounts: Record<AccountVersion, string>;
  hrefs: Record<number, string>;
};

type Props = RowParts & {
  chains: readonly ChainChoice[];
  /** Rows that there is room for from the start: what comes in moves nothing below. */
  reserved: number;
  /** What is said where no chain is shown. */
  empty: string;
};

/** A line a chain, a column a version. */
export function MatrixTable({ chains, reserved, empty, ...row }: Props) {
  return (
    <div className="print:!min-h-0" style={{ minHeight: `${2.5 + reserved * 3}rem` }}>
      <div className="panel overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">Accounts of this key by chain and version</caption>
          <thead>
            <tr className="border-line border-b text-left text-muted">
              <th className="h-10 pl-4 font-medium">Chain</th>
              {ACCOUNT_VERSION_NAMES.map((version) => (
                <th key={version} className="px-2 font-medium">
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
      </div>
    </div>
  );
}

function ChainRow({ chain, cells, owner, accounts, hrefs }: RowParts & { chain: ChainChoice }) {
  const at = cells[cellKey(chain.chainId, ACCOUNT_VERSION_NAMES[0])]?.at;
  return (
    <tr className="break-inside-avoid">
      <th scope="row" className="h-12 py-1.5 pr-2 pl-4 text-left font-normal">
        <a href={hrefs[chain.chainId]} className="font-medium hover:text-accent hover:underline">
          {chain.name}
        </a>{' '}
        <span className="font-mono text-muted text-xs">{chain.chainId}</span>{' '}
        {chain.testnet && <span className="label">test</span>}
      </th>
      {ACCOUNT_VERSION_NAMES.map((version) => (
        <td key={version} className="px-2 py-1.5">
          <DeploymentState
            cell={cells[cellKey(chain.chainId, version)]}
            owner={owner}
            explorer={chain.explorerUrl && `${chain.explorerUrl}/address/${accounts[version]}`}
            of={`${version} on ${chain.name}`}
          />
        </td>
      ))}
      <td className="px-2 py-1.5 pr-4 text-muted text-xs tabular-nums max-sm:hidden print:table-cell">
        {at !== undefined && (
          <time dateTime={at} title={at}>
            <span className="print:hidden">{at.slice(11, 19)} UTC</span>
            <span className="hidden print:inline">{at}</span>
          </time>
        )}
      </td>
    </tr>
  );
}
