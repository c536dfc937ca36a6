'use client';

import { type MouseEvent, memo, useMemo, useState } from 'react';
import { rememberOrder } from '@/lib/dashboard/account/adjacent-items';
import { SOL_KEY, type TokenRow } from '@/lib/dashboard/account/rows';
import type { ShownValue } from '@/lib/dashboard/account/values';
import { formatCount, formatShown, formatSol } from '@/lib/dashboard/format';
import type { AccountView, TokenSort } from '@/lib/dashboard/search-params';
import { isWrappedSol } from '@/lib/solana/programs';
import { Icon } from '../ui/icon';
import { decimalsOf, MAX_ALIGNED, SolLine, StakedLine, TokenLine } from './token-line';
import { useView, ViewLink } from './view-link';

/** Number of rows rendered at first. A wallet can hold thousands of worthless tokens. */
const STEP = 200;

/** The account’s SOL and fungible tokens, with one row per token account and exact amounts. */
export const TokenTable = memo(function TokenTable({
  addressOrName,
  lamports,
  hasStake,
  tokens,
  values,
}: {
  addressOrName: string;
  /** The account's balance; undefined if the balance is not part of the view. */
  lamports: string | undefined;
  /** Whether staked SOL can be looked up below the list. */
  hasStake: boolean;
  tokens: readonly TokenRow[];
  /** Values by address of the token account, empty until they have arrived; undefined if the table has no values. */
  values: ReadonlyMap<string, ShownValue> | undefined;
}) {
  const { view } = useView();
  const [more, setMore] = useState(STEP);
  const several = useMemo(() => repeatedMints(tokens), [tokens]);
  const decimals = useMemo(
    () =>
      tokens.reduce(
        (most, token) => {
          const own = decimalsOf(formatShown(token));
          return own > MAX_ALIGNED ? most : Math.max(most, own);
        },
        lamports === undefined ? 0 : decimalsOf(formatSol(lamports)),
      ),
    [tokens, lamports],
  );
  const rememberOpened = ({ target }: MouseEvent) => {
    const opened = (target as Element).closest<HTMLElement>('a[data-item]')?.dataset.item;
    const addresses = tokens.map(({ address }) => address);
    if (opened !== undefined) rememberOrder(addressOrName, view.chain, addresses, opened);
  };
  // Wrapped SOL follows SOL in every order.
  const wrapped = Math.min(more, tokens.filter(({ mint }) => isWrappedSol(mint)).length);
  const line = (token: TokenRow) => (
    <TokenLine
      key={token.address}
      addressOrName={addressOrName}
      token={token}
      value={values && (values.get(token.address)?.text ?? '')}
      chain={view.chain}
      isOneOfSeveral={several.has(token.mint)}
      decimals={decimals}
    />
  );
  return (
    <>
      <div className="panel mt-2 overflow-x-auto">
        <table className="stacks w-full border-collapse text-sm">
          <caption className="sr-only">Tokens of this account</caption>
          <thead>
            <tr className="border-line border-b text-muted">
              <SortHeader sort="symbol" name="Token" className="pl-3 max-sm:flex-1 sm:pl-4" />
              <SortHeader
                sort="amount"
                name="Amount"
                // The padding aligns the heading with the amounts, which are followed by a copy button.
                className="text-right max-sm:pr-3 sm:pr-2 lg:pr-9.5 print:pr-2"
              />
              {values && <SortHeader sort="value" name="Value" className="text-right max-sm:hidden" />}
              <th className="px-2 lg:pl-6 text-left font-medium max-sm:hidden">Notes</th>
              <SortHeader sort="mint" name="Mint" className="max-lg:hidden print:table-cell" />
            </tr>
          </thead>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is also a click. */}
          <tbody className="divide-y divide-line" onClick={rememberOpened}>
            {lamports !== undefined && (
              <SolLine
                amount={formatSol(lamports)}
                value={values && (values.get(SOL_KEY)?.text ?? '')}
                decimals={decimals}
              />
            )}
            {tokens.slice(0, wrapped).map(line)}
            {hasStake && <StakedLine hasValues={values !== undefined} />}
            {tokens.slice(wrapped, more).map(line)}
          </tbody>
        </table>
      </div>
      {tokens.length > more && (
        <p className="mt-3 text-center">
          <button type="button" className="control" onClick={() => setMore(more + STEP * 5)}>
            Show {formatCount(Math.min(STEP * 5, tokens.length - more))} more of{' '}
            {formatCount(tokens.length - more)}
          </button>
        </p>
      )}
    </>
  );
});

/** Returns the mints for which the account has more than one token account. */
function repeatedMints(tokens: readonly TokenRow[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { mint } of tokens) (seen.has(mint) ? repeated : seen).add(mint);
  return repeated;
}

type SortHeaderProps = { sort: TokenSort; name: string; className: string };

function SortHeader({ sort, name, className }: SortHeaderProps) {
  const { view } = useView();
  const active = view.sort === sort;
  // The first click on a column of numbers sorts in descending order, other first clicks in ascending order.
  const isNumber = sort === 'amount' || sort === 'value';
  const next: AccountView = { ...view, sort, desc: active ? !view.desc : isNumber };
  return (
    <th
      aria-sort={active ? (view.desc ? 'descending' : 'ascending') : undefined}
      className={`h-10 px-2 text-left font-medium ${className}`}
    >
      <ViewLink
        to={next}
        className={`inline-flex h-10 items-center gap-1 rounded hover:text-ink ${isNumber ? 'flex-row-reverse' : ''} ${active ? 'text-ink' : ''}`}
      >
        {name}
        <Icon
          name={view.desc && active ? 'down' : 'up'}
          className={`size-3.5 ${active ? '' : 'invisible'}`}
        />
      </ViewLink>
    </th>
  );
}
