'use client';

import { useQuery } from '@tanstack/react-query';
import { AddressText } from '@/components/ui/address-text';
import { formatDollars, formatPrice, type ValuedRow } from '@/lib/dashboard/account/values';
import { accountHref } from '@/lib/dashboard/chains';
import { readLine } from '@/lib/dashboard/json-lines';
import type { ChainPrices } from '@/lib/services/holdings/get-prices';
import { parseDecimal } from '@/lib/solana/prices/decimal';
import { UNPRICED_REASONS } from '@/lib/solana/prices/unpriced';

/** Requests the prices of a chain; all parts of a page share one request. */
export const usePrices = (chain: number, isEnabled = true) =>
  useQuery({
    queryKey: ['prices', chain],
    queryFn: ({ signal }) => readLine<ChainPrices>(`/api/prices?chain=${chain}`, signal),
    enabled: isEnabled,
    staleTime: 15_000,
  });

type SourceProps = { row: ValuedRow; chain: number; chainTime: number };

/** A price with its confidence interval, to the cent from one dollar on. */
export const confidentPrice = ({ price: { usd, confidence } }: Extract<ValuedRow, { price: unknown }>) =>
  `${formatPrice(usd)} ± ${Number(usd) >= 1 ? formatDollars(parseDecimal(confidence)) : formatPrice(confidence)}`;

/** The age and feed of a price, or why there is no price. */
export function PriceOrigin({ row, chain, chainTime }: SourceProps) {
  if ('unpriced' in row) return UNPRICED_REASONS[row.unpriced];
  const { publishTime, feed, pool } = row.price;
  return (
    <>
      {Math.max(0, chainTime - publishTime)} s old when read.{' '}
      {pool !== null && (
        <>
          <span className="whitespace-nowrap">
            Rate of stake pool{' '}
            <AddressText address={pool} what="stake pool" href={accountHref(pool, chain)} quiet />{' '}
          </span>{' '}
        </>
      )}
      <span className="whitespace-nowrap">
        {pool === null ? 'Feed' : 'times the price of SOL'}{' '}
        <AddressText address={feed} what="price feed" href={accountHref(feed, chain)} quiet />
      </span>
    </>
  );
}
