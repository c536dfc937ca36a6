'use client';

import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { SOL_KEY, type TokenRow } from '@/lib/dashboard/account/rows';
import { tokenLabel } from '@/lib/dashboard/account/unread-data';
import {
  type AccountValues,
  formatDollars,
  formatPercent,
  readHidesValues,
  type ShownValue,
  shownValues,
  storeHidesValues,
  valuesOf,
} from '@/lib/dashboard/account/values';
import { formatCount } from '@/lib/dashboard/format';
import type { Decimal } from '@/lib/solana/prices/decimal';
import { useView, ViewLink } from '../view-link';
import { confidentPrice, PriceOrigin, usePrices } from './price';

type Props = {
  chain: number;
  /** Undefined until the complete list has arrived. */
  listed: { tokens: readonly TokenRow[]; lamports: string } | undefined;
  /** Called with the values of tokens, once they are known, and when the visitor hides or shows them. */
  onValues: (values: ReadonlyMap<string, ShownValue> | 'hidden') => void;
};

/** Maximum number of rows. */
const MAX_ROWS = 200;

/**
 * The account's value, its parts, and the source of each value on request. Requests prices once the list is there.
 */
export function ValueSection({ chain, listed, onValues }: Props) {
  const [isHidden, setIsHidden] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsHidden(readHidesValues()), []);
  const { data, error } = usePrices(chain, listed !== undefined && !isHidden);
  const values = useMemo(
    () =>
      listed === undefined || data === undefined ? undefined : valuesOf(listed.tokens, listed.lamports, data),
    [listed, data],
  );
  useEffect(() => {
    onValues(isHidden ? 'hidden' : values === undefined ? new Map() : shownValues(values));
  }, [isHidden, values, onValues]);
  const toggleHidden = () => {
    setIsHidden(!isHidden);
    storeHidesValues(!isHidden);
  };
  return (
    <section
      aria-label="Value"
      className="mt-3 rounded-md border border-line bg-raised px-4 text-sm noscript:hidden print:hidden"
    >
      <div className="flex h-9 items-center gap-x-4 pointer-coarse:h-11 max-md:h-14!">
        <p className="truncate text-muted max-md:flex-1" aria-live="polite">
          {isHidden ? (
            'Values are hidden'
          ) : error !== null ? (
            'Couldn’t read prices'
          ) : values !== undefined ? (
            <Total values={values} />
          ) : listed === undefined ? (
            'Waiting for the list…'
          ) : (
            'Reading prices…'
          )}
        </p>
        <div className="min-w-0 flex-1 max-md:hidden">
          {!isHidden && values !== undefined && values.priced > 1 && values.total.units > 0n && (
            <Parts values={values} />
          )}
        </div>
        {isHidden ? (
          <button type="button" className={BUTTON} onClick={toggleHidden}>
            Show values
          </button>
        ) : (
          <button type="button" className={BUTTON} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            Sources
            <Icon name={isOpen ? 'up' : 'down'} className="size-3.5" />
          </button>
        )}
      </div>
      {isOpen && !isHidden && (
        <div className="border-line border-t py-3">
          {error !== null ? (
            <p className="text-bad">{error.message}.</p>
          ) : values === undefined || data === undefined ? (
            <p>Loading…</p>
          ) : (
            <Rows values={values} chain={chain} chainTime={data.chainTime} />
          )}
          <p className="mt-2">
            <button type="button" className={BUTTON} onClick={toggleHidden}>
              Hide values
            </button>
          </p>
        </div>
      )}
    </section>
  );
}

const BUTTON = 'link inline-flex shrink-0 min-h-6 items-center gap-1 pointer-coarse:min-h-11';

/** Says what the total counts: tokens with a price, and SOL, the only row without a token. */
function pricedMessage(rows: AccountValues['rows'], priced: number): string {
  const isSolPriced = rows.some((row) => row.token === undefined && 'value' in row);
  const count = rows.filter(({ token }) => token !== undefined).length;
  if (count === 0) return isSolPriced ? 'from SOL' : 'SOL unpriced';
  const tokens = `${formatCount(priced - Number(isSolPriced))} of ${formatCount(count)} ${count === 1 ? 'token' : 'tokens'}`;
  return isSolPriced ? `from SOL and ${tokens}` : `from ${tokens}`;
}

const Total = ({ values: { total, priced, rows } }: { values: AccountValues }) => (
  <>
    <strong className="font-semibold text-ink text-lg tabular-nums">{formatDollars(total)}</strong>{' '}
    <span className="max-md:block max-md:truncate">{pricedMessage(rows, priced)}</span>
  </>
);

/** Returns the symbol or name of a token, or of SOL. */
const symbolOf = (token: TokenRow | undefined) => (token === undefined ? SOL_KEY : tokenLabel(token));

/** Look of a segment of the bar. */
const SEGMENT = 'bar-segment min-w-7 basis-0 px-2 py-1.5 pointer-coarse:py-3 text-xs leading-4';

/** Maximum number of tokens in the bar. */
const MAX_PARTS = 6;
/** Smallest share of a segment, in percent; a smaller one would be wider than its share. */
const MIN_PERCENT = 4;

/** A bar of the account's value by token. Each segment filters the list. */
function Parts({ values: { rows, total } }: { values: AccountValues }) {
  const { view } = useView();
  const percentOf = ({ units }: Decimal) => Number((units * 1000n) / total.units) / 10;
  const parts = rows
    .slice(0, MAX_PARTS)
    .flatMap((row) => ('value' in row && percentOf(row.value) >= MIN_PERCENT ? [row] : []));
  const others = 100 - parts.reduce((sum, { value }) => sum + percentOf(value), 0);
  return (
    <nav aria-label="Value by token" className="flex gap-px overflow-hidden rounded-md">
      {parts.map(({ key, token, value }) => (
        <ViewLink
          key={key}
          to={{ ...view, q: token?.mint ?? SOL_KEY }}
          className={`${SEGMENT} min-h-7`}
          style={{ flexGrow: percentOf(value) }}
          title={`${symbolOf(token)}: ${formatDollars(value)}`}
        >
          <SegmentLabel>
            <bdi>{symbolOf(token)}</bdi>
            <span>{formatPercent(value.units, total.units)}%</span>
          </SegmentLabel>
        </ViewLink>
      ))}
      {others > 0 && (
        <span
          className="min-w-0 basis-0 overflow-hidden bg-sunken text-muted text-xs"
          style={{ flexGrow: others }}
        >
          <span className="block px-2 py-1.5">
            <SegmentLabel>
              <span>other</span>
              <span>{Math.round(others)}%</span>
            </SegmentLabel>
          </span>
        </span>
      )}
    </nav>
  );
}

/** The words of a segment. Those that do not fit wrap out of sight, also the first ones. */
const SegmentLabel = ({ children }: { children: ReactNode }) => (
  <span className="-ml-1 flex h-4 flex-wrap gap-x-1 overflow-hidden whitespace-nowrap leading-4">
    <span className="h-4" />
    {children}
  </span>
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
            <span className="min-w-0 truncate">{row.token?.name || symbolOf(row.token)}</span>
            <span className="text-muted tabular-nums">{row.amount}</span>
            <span className="ml-auto tabular-nums">
              {'value' in row ? formatDollars(row.value) : 'Unpriced'}
            </span>
            <span className="w-full text-muted text-xs">
              {'value' in row && `${confidentPrice(row)}, `}
              <PriceOrigin row={row} chain={chain} chainTime={chainTime} />
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
