import { CopyMark } from '@/components/ui/copy/copy-mark';
import { ItemImage } from '@/components/ui/image';
import type { TokenRow } from '@/lib/dashboard/account/rows';
import { formatShown } from '@/lib/dashboard/format';
import type { ExtendedToken } from '@/lib/solana/holdings';
import { AddressText } from '../ui/address-text';
import { Labels } from '../ui/labels';
import { Facts } from './facts';
import { heldFacts, MintSection } from './held-facts';

/** A fungible token of an account, whole. */
export function TokenView({ token, row }: { token: ExtendedToken; row: TokenRow }) {
  const amount = formatShown(row);
  return (
    <div className="mt-4 max-w-3xl">
      <div className="flex items-center gap-4">
        <span className="size-14 shrink-0 overflow-hidden rounded-full">
          <ItemImage path={row.picture} width={96} small={[...(row.symbol || row.name)][0] ?? '?'} />
        </span>
        <div className="min-w-0">
          <h1 className="font-semibold text-2xl tracking-tight">{row.symbol || row.name || 'No name'}</h1>
          <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
            {row.name} <Labels {...row} />
          </p>
        </div>
      </div>
      <div className="mt-6">
        <Facts
          facts={[
            [
              'Amount',
              <span key="" className="inline-flex items-center gap-0.5 break-all font-mono text-[0.8125rem]">
                {amount}
                <CopyMark text={amount.replaceAll(',', '')} what="amount" />
              </span>,
            ],
            [
              'Raw amount',
              <span key="" className="inline-flex items-center gap-0.5 break-all font-mono text-[0.8125rem]">
                {row.amount}
                <CopyMark text={row.amount} what="raw amount" />
              </span>,
            ],
            ['Decimals', String(row.decimals)],
            ['Mint', <AddressText key="" address={row.mint} what="mint" full />],
            ['Token account', <AddressText key="" address={row.address} what="token account" full />],
            ['Program', <AddressText key="" address={token.programId} what="program" full />],
            ...heldFacts(token),
          ]}
        />
      </div>
      <MintSection item={token} />
    </div>
  );
}
