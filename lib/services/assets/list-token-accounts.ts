import type { RequestScope } from '@/lib/promises/request-scope';
import type { Ports } from '@/lib/services/ports';
import { CONFIDENTIAL, withoutAssets } from '@/lib/solana/coverage';
import type { DasTokenAccounts } from '@/lib/solana/das/asset-schema';
import type { TokenAccountsOptions } from '@/lib/solana/das/asset-source';
import { type ListAnswer, type ListPage, listWarnings, pageMembers, skippedBy } from './list-page';

export type TokenAccountsQuery = Pick<TokenAccountsOptions, 'owner' | 'mint' | 'withEmpty'> & {
  page: ListPage;
};

const NO_ASSETS = withoutAssets('not-selected');

/**
 * Lists the token accounts of an owner, of a mint, or of both, ordered by address.
 * @returns undefined if listing the accounts of the mint requires an index
 */
export async function listTokenAccounts(
  { solana }: Pick<Ports, 'solana'>,
  { owner, mint, withEmpty, page }: TokenAccountsQuery,
  chainId: number,
  scope: RequestScope,
): Promise<ListAnswer<DasTokenAccounts> | undefined> {
  const { limit, cursor, before, after, isDescending } = page;
  const skip = skippedBy(page);
  const range = { isDescending, before, after };
  const options = { owner, mint, withEmpty, limit, cursor, skip, range, scope };
  const read = await solana.assets.tokenAccounts(chainId, options);
  if (read === undefined) return undefined;
  const coverage = read.isConfidential
    ? { ...NO_ASSETS, notRead: [...NO_ASSETS.notRead, CONFIDENTIAL] }
    : NO_ASSETS;
  return {
    result: {
      total: read.accounts.length,
      limit,
      ...pageMembers(page, read.nextCursor),
      last_indexed_slot: read.slot,
      token_accounts: read.accounts.map(({ address, account }) => ({
        address,
        mint: account.mint,
        amount: account.amount,
        owner: account.owner,
        frozen: account.state === 'frozen',
        delegate: account.delegate,
        delegated_amount: account.delegatedAmount,
        close_authority: account.closeAuthority,
      })),
      errors: [],
      warnings: listWarnings(page, coverage),
    },
    coverage,
    itemsRead: skip + read.accounts.length,
  };
}
