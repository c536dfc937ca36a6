import { type AccountView, TOKEN_FLAGS, type ViewFlag } from '@/lib/dashboard/search-params';
import { misleads, type NftRow, type TokenRow } from './rows';

/** Predicates that check whether a row has a filter flag, by flag. */
export const HAS_FLAG: Record<ViewFlag, (row: TokenRow | NftRow) => boolean> = {
  'look-alike': ({ warnings = [] }) => warnings.includes('look-alike-symbol'),
  'misleading-name': ({ warnings = [] }) =>
    misleads(warnings.filter((warning) => warning !== 'look-alike-symbol')),
  takeable: (row) =>
    'decimals' in row
      ? row.delegate !== undefined || (row.facts ?? []).includes('permanentDelegate')
      : row.takeable === true,
  // Include items whose lock could not be read. Their label says that it was not read.
  locked: (row) =>
    (row.lock !== undefined && row.lock !== 'unlocked') ||
    ('facts' in row && (row.facts ?? []).includes('nonTransferable')),
  'semi-fungible': (row) => !('decimals' in row) && row.amount !== undefined,
  compressed: (row) => 'compressed' in row && row.compressed === true,
};

/** Flags that warn about a risk; the same as the flags of tokens. */
export type RiskFlag = (typeof TOKEN_FLAGS)[number];
/** Number of rows with each flag. Omits flags that no row has. */
export type RiskCounts = { tab: AccountView['tab']; flag: RiskFlag; count: number }[];

const RISKS = {
  tokens: TOKEN_FLAGS,
  nfts: ['misleading-name', 'takeable', 'locked'],
} as const satisfies Record<AccountView['tab'], readonly RiskFlag[]>;

/** Counts the rows that another party can take, that imitate others, or that cannot be moved. */
export function countRisks(tokens: readonly TokenRow[], nfts: readonly NftRow[]): RiskCounts {
  const lists = { tokens, nfts };
  return (['tokens', 'nfts'] as const).flatMap((tab) =>
    RISKS[tab].flatMap((flag) => {
      const count = lists[tab].filter(HAS_FLAG[flag]).length;
      return count === 0 ? [] : [{ tab, flag, count }];
    }),
  );
}
