import { LabelButton } from '@/components/labels/label-button';
import { LabelText } from '@/components/labels/label-text';
import { AddressText } from '@/components/ui/address-text';
import { ItemImage } from '@/components/ui/image';
import { Labels } from '@/components/ui/labels';
import type { NftRow, TokenRow } from '@/lib/dashboard/account/rows';
import { noImageLabel } from '@/lib/dashboard/account/unread-data';
import { accountHref, clusterName } from '@/lib/dashboard/chains';
import { cleanText } from '@/lib/dashboard/format';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';

type Props = {
  reading: AccountDescription;
  /** The asset as a row; undefined if it could not be read. */
  row: TokenRow | NftRow | undefined;
  /** Type of account, such as “Token mint”. */
  kind: string;
  chain: number;
};

/** Heading of the page of a mint, or of an MPL Core asset or collection: picture, name, symbol and address. */
export function AssetTitle({ reading: { address, token }, row, kind, chain }: Props) {
  const symbol = cleanText(token?.symbol ?? row?.symbol ?? '');
  const known = cleanText(token?.name ?? row?.name ?? '') || symbol;
  const name = known || 'No name';
  const isToken = row !== undefined && 'decimals' in row;
  return (
    <div className="flex min-w-0 flex-1 gap-3">
      {/* An NFT’s picture is shown large below. */}
      {isToken && (
        <span className="size-14 shrink-0 overflow-hidden rounded-full">
          <ItemImage path={row.picture} width={96} small={[...known][0] ?? '?'} none={noImageLabel(row)} />
        </span>
      )}
      <div className="min-w-0">
        <h1
          title={name}
          className="line-clamp-2 font-semibold text-2xl tracking-tight [overflow-wrap:anywhere]"
        >
          <LabelText address={address} />
          <bdi>{name}</bdi>
        </h1>
        <div className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
          {symbol !== '' && symbol !== name && (
            <span dir="auto" title={symbol} className="clipped">
              {symbol}
            </span>
          )}
          <span>{kind}</span>
          {/* Wider windows show the network in its menu. */}
          <span className="sm:hidden">{clusterName(chain)}</span>
          <span className="inline-flex items-center">
            <AddressText address={address} what="address" />
            <LabelButton address={address} href={accountHref(address, chain)} />
          </span>
          {row && (
            <Labels
              {...row}
              takeable={'decimals' in row || row.takeable === true}
              unverified={isToken && row.unverified}
            />
          )}
        </div>
      </div>
    </div>
  );
}
