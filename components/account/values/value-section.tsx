'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { AddressText } from '@/components/ui/address-text';
import { Icon } from '@/components/ui/icon';
import type { TokenRow } from '@/lib/dashboard/account/rows';
import { tokenLabel } from '@/lib/dashboard/account/unread-data';
import {
  type AccountValues,
  formatDollars,
  formatPrice,
  readHidesValues,
  readPrices,
  storeHidesValues,
  type ValuedRow,
  valuesOf,
} from '@/lib/dashboard/account/values';
import { accountHref } from '@/lib/dashboard/chains';
import { formatCount } from '@/lib/dashboard/format';
import { UNPRICED_REASONS } from '@/lib/solana/prices/unpriced';

type Props = {
  chain: number;
  /** Undefined until the complete list has arrived. */
  listed: { tokens: readonly TokenRow[]; lamports: string } | undefined;
};

/** Maximum number of rows. */
const MAX_ROWS = 200;

/** The account's value, which opens to the value of each token and its source. Requests prices once the list is there. */
export function ValueSection({ chain, listed }: Props) {
  const [isHidden, setIsHidden] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsHidden(readHidesValues()), []);
  const { data, error } = useQuery({
    queryKey: ['prices', chain],
    queryFn: ({ signal }) => readPrices(chain, signal),
    enabled: listed !== undefined && !isHidden,
    staleTime: 15_000,
    retry: false,
  });
  const values = useMemo(
    () =>
      listed === undefined || data === undefined ? undefined : valuesOf(listed.tokens, listed.lamports, data),
    [listed, data],
  );
  const toggle = () => {
    setIsHidden(!isHidden);
    storeHidesValues(!isHidden);
  };
  const toggleButton = (
    <button type="button" className="link min-h-6 pointer-coarse:min-h-11" onClick={toggle}>
      {isHidden ? 'Show values' : 'Hide values'}
    </button>
  );
  return (
    <section aria-label="Value" className="mt-3 text-sm noscript:hidden print:hidden">
      {isHidden ? (
        <p className="flex min-h-9 items-center gap-x-2 rounded-md border border-line px-4 text-muted pointer-coarse:min-h-11">
          Values are hidden {toggleButton}
        </p>
      ) : (
        <details
          className="rounded-md border border-line bg-raised"
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        >
          <summary className="flex min-h-9 items-center justify-between gap-x-2 px-4 pointer-coarse:min-h-11">
            <span className="truncate" aria-live="polite">
              {error !== null ? (
                <span className="text-muted">Couldn’t read prices</span>
              ) : values === undefined ? (
                <span className="text-muted">
                  {listed === undefined ? 'Value appears when the list is complete' : 'Reading prices…'}
                </span>
              ) : (
                <Total values={values} />
              )}
            </span>
            <Icon name="down" className="size-3.5" />
          </summary>
          <div className="border-line border-t px-4 py-3">
            {error !== null ? (
              <p className="text-bad">{error.message}.</p>
            ) : values === undefined || data === undefined ? (
              <p className="text-muted">Loading…</p>
            ) : (
              isOpen && <Rows values={values} chain={chain} chainTime={data.chainTime} />
            )}
            <p className="mt-2">{toggleButton}</p>
          </div>
        </details>
      )}
    </section>
  );
}

const Total = ({ values: { total, priced, rows } }: { values: AccountValues }) => (
  <>
    <strong className="font-medium tabular-nums">{formatDollars(total)}</strong>{' '}
    <span className="text-muted">
      {formatCount(priced)} of {formatCount(rows.length)} priced
    </span>
  </>
);

function Rows({
  values: { rows },
  chain,
  chainTime,
}: {
  values: AccountValues;
  chain: number;
  chainTime: number;
}) {
  return (
    <>
      <p className="text-muted">
        Prices come from Pyth’s feeds on-chain. Without a current price, a token is not counted. NFTs and
        stake are not included.
      </p>
      <ul className="mt-2 divide-y divide-line" aria-label="Values">
        {rows.slice(0, MAX_ROWS).map((row) => (
          <li key={row.key} className="flex flex-wrap items-baseline gap-x-4 py-1.5">
            <span className="min-w-0 truncate">
              {row.token === undefined ? 'SOL' : row.token.name || tokenLabel(row.token)}
            </span>
            <span className="text-muted tabular-nums">{row.amount}</span>
            <span className="ml-auto tabular-nums">
              {'value' in row ? formatDollars(row.value) : 'Unpriced'}
            </span>
            <span className="w-full text-muted text-xs">
              <Source row={row} chain={chain} chainTime={chainTime} />
            </span>
          </li>
        ))}
      </ul>
      {rows.length > MAX_ROWS && (
        <p className="mt-2 text-muted">The first {formatCount(MAX_ROWS)} are listed.</p>
      )}
    </>
  );
}

function Source({ row, chain, chainTime }: { row: ValuedRow; chain: number; chainTime: number }) {
  if ('unpriced' in row) return UNPRICED_REASONS[row.unpriced];
  const { usd, confidence, publishTime, feed, pool } = row.price;
  return (
    <>
      {formatPrice(usd)} ± {formatPrice(confidence)}, {Math.max(0, chainTime - publishTime)} s old when read,{' '}
      {pool !== null && (
        <>
          stake pool <AddressText address={pool} what="stake pool" href={accountHref(pool, chain)} quiet /> ×{' '}
        </>
      )}
      feed <AddressText address={feed} what="price feed" href={accountHref(feed, chain)} quiet />
    </>
  );
}
