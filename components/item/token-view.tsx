import { ItemImage } from '@/components/ui/image';
import type { TokenRow } from '@/lib/dashboard/account/rows';
import { isMetadataUnread, NOT_READ, noImageLabel, tokenLabel } from '@/lib/dashboard/account/unread-data';
import { imitationAdvice } from '@/lib/dashboard/account/worries';
import { formatAmount, formatShare, formatShown } from '@/lib/dashboard/format';
import { programName } from '@/lib/solana/account-description/known-programs';
import type { ExtendedToken } from '@/lib/solana/holdings';
import { AccountLink, explorerFact, linkFact } from '../account/kind/account-link';
import { TokenPrice, TokenValue } from '../account/values/token-price';
import { Fold } from '../ui/fold';
import { Labels } from '../ui/labels';
import { Facts, ItemTitle } from './facts';
import { Figure, HeldAmount } from './figure';
import { absentAuthorities, heldFacts, mintFactRows, Status } from './held-facts';
import { InTokenList } from './in-token-list';

type Props = {
  token: ExtendedToken;
  row: TokenRow;
  chain: number;
  /** Date of the token list, `YYYY-MM-DD`. */
  tokenListDate: string;
  /** Whether the chain has prices. */
  hasPrices: boolean;
};

/** A fungible token of an account. */
export function TokenView({ token, row, chain, tokenListDate, hasPrices }: Props) {
  const amount = formatShown(row);
  const none = isMetadataUnread(row) ? NOT_READ : 'None';
  // The heading of a token is its name, as on the page of its mint.
  const title = row.name || tokenLabel(row);
  // A mint that scales amounts has no exact share.
  const share =
    token.supply === null || row.shown !== undefined
      ? undefined
      : formatShare(BigInt(row.amount), token.supply);
  const permissions = [
    ...heldFacts(token, chain),
    ...mintFactRows(token, chain),
    ...(token.supply === null ? [] : absentAuthorities(token)),
  ];
  return (
    <div className="mt-4">
      <div className="gap-x-10 lg:grid lg:grid-cols-2">
        <div>
          <div className="flex items-center gap-4">
            <span className="size-14 shrink-0 overflow-hidden rounded-full">
              <ItemImage
                path={row.picture}
                width={96}
                small={[...(row.name || row.symbol)][0] ?? '?'}
                none={noImageLabel(row)}
              />
            </span>
            <div className="min-w-0">
              <ItemTitle name={title} />
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
                {row.symbol !== '' && row.symbol !== title && (
                  <span dir="auto" title={row.symbol} className="clipped">
                    {row.symbol}
                  </span>
                )}{' '}
                <Labels {...row} />
              </p>
            </div>
          </div>
          <HeldAmount digits={amount} unit={row.symbol}>
            {hasPrices && <TokenValue token={row} chain={chain} />}
          </HeldAmount>
          {share !== undefined && (
            <p className="text-muted text-sm first-letter:uppercase">
              {share} of the supply of {formatAmount(token.supply ?? 0n, row.decimals)}
            </p>
          )}
          <Status item={token} chain={chain} />
          {row.looksLike !== undefined && (
            <p className="mt-2 text-sm">
              Not {row.looksLike.symbol}. The real one is{' '}
              <AccountLink address={row.looksLike.mint} chain={chain} what="mint of the real one" />{' '}
              <span className="block">{imitationAdvice(row.looksLike.symbol)}</span>
            </p>
          )}
          <div className="mt-4">
            <Facts
              facts={[
                hasPrices && ['Price', <TokenPrice key="" token={row} chain={chain} />],
                ['Token list', <InTokenList key="" is={token.inTokenList} date={tokenListDate} />],
                linkFact('Mint', row.mint, chain),
                linkFact('Token account', row.address, chain),
                explorerFact(row.mint, chain),
              ]}
            />
          </div>
        </div>
        <div className="self-start border-line border-b max-lg:mt-4">
          <Fold title="Permissions" isOpen>
            {permissions.length > 0 ? (
              <Facts facts={permissions} />
            ) : (
              <p className="text-muted text-sm">The mint could not be read.</p>
            )}
          </Fold>
          <Fold title="Details">
            <Facts
              facts={[
                ['Raw amount', <Figure key="" digits={row.amount} what="raw amount" />],
                ['Decimals', String(row.decimals)],
                ['Symbol', <bdi key="">{row.symbol || none}</bdi>],
                ['Name', <bdi key="">{row.name || none}</bdi>],
                [
                  'Program',
                  <AccountLink
                    key=""
                    address={token.programId}
                    chain={chain}
                    what="program"
                    name={programName(token.programId)}
                  />,
                ],
              ]}
            />
          </Fold>
        </div>
      </div>
    </div>
  );
}
