import { ItemImage } from '@/components/ui/image';
import type { TokenRow } from '@/lib/dashboard/account/rows';
import { isMetadataUnread, NOT_READ, noImageLabel, tokenLabel } from '@/lib/dashboard/account/unread-data';
import { formatShown } from '@/lib/dashboard/format';
import { programName } from '@/lib/solana/account-description/known-programs';
import type { ExtendedToken } from '@/lib/solana/holdings';
import { AccountLink } from '../account/kind/account-link';
import { Labels } from '../ui/labels';
import { Facts, ItemTitle, Section } from './facts';
import { Figure } from './figure';
import { Explained, heldFacts, MintSection } from './held-facts';

type Props = {
  token: ExtendedToken;
  row: TokenRow;
  chain: number;
  /** The day that the token list is from, `YYYY-MM-DD`. */
  tokenListDate: string;
};

/** A fungible token of an account, whole. */
export function TokenView({ token, row, chain, tokenListDate }: Props) {
  const amount = formatShown(row);
  const none = isMetadataUnread(row) ? NOT_READ : 'None';
  const title = tokenLabel(row);
  return (
    <div className="mt-4">
      <div className="flex items-center gap-4">
        <span className="size-14 shrink-0 overflow-hidden rounded-full">
          <ItemImage
            path={row.picture}
            width={96}
            small={[...title][0] ?? ''}
            none={noImageLabel(row, 'over')}
          />
        </span>
        <div className="min-w-0">
          <ItemTitle name={title} />
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
            {row.name !== '' && (
              <span dir="auto" title={row.name} className="clipped">
                {row.name}
              </span>
            )}{' '}
            <Labels {...row} />
          </p>
        </div>
      </div>
      <div className="grid gap-x-8 xl:grid-cols-2">
        <Section title="Held">
          <Facts
            facts={[
              ['Amount', <Figure key="" digits={amount} what="amount" />],
              ['Raw amount', <Figure key="" digits={row.amount} what="raw amount" />],
              ['Symbol', <bdi key="">{row.symbol || none}</bdi>],
              ['Name', <bdi key="">{row.name || none}</bdi>],
              ['Token list', <InTokenList key="" is={token.inTokenList} date={tokenListDate} />],
              ['Decimals', String(row.decimals)],
              ['Mint', <AccountLink key="" address={row.mint} chain={chain} what="mint" />],
              [
                'Token account',
                <AccountLink key="" address={row.address} chain={chain} what="token account" />,
              ],
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
              ...heldFacts(token, chain),
            ]}
          />
        </Section>
        <MintSection item={token} chain={chain} />
      </div>
    </div>
  );
}

/** Whether the token list has the mint, and which list that is. */
function InTokenList({ is, date }: { is: ExtendedToken['inTokenList']; date: string }) {
  if (is === true) return 'Listed';
  const sentence = 'Anyone can give a token any name and symbol.';
  const value = is === false ? `Not in the list of ${date}` : 'This chain has no list';
  return <Explained value={value} sentence={sentence} />;
}
