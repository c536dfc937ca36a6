import { plainAmount } from '@/lib/dashboard/format';
import type { NftRow, TokenRow } from './rows';

/**
 * Matches text at the start of a cell that spreadsheets run as a formula, including after quotes, spaces and invisible
 * characters, and with full-width and small forms of the operators.
 */
const FORMULA = /^[\p{Zs}\p{Cf}\p{Cc}"']*[=+\-@\t\r\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20]/u;
/** Matches formulas after other separators within a cell, because a spreadsheet may split the cell there. */
const LATER_FORMULA =
  /[;,|\t\r\n](?=[\p{Zs}\p{Cf}\v\f"']*[=+\-@\t\r\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])/gu;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * Formats a CSV cell (RFC 4180). Puts an apostrophe before text that a spreadsheet would run as a formula, and before
 * formulas within the text, because a spreadsheet that splits by `;` ignores our quotes.
 */
function cell(text: string | number): string {
  const value = String(text);
  if (NUMBER.test(value)) return value;
  const marked = value.replace(LATER_FORMULA, "$&'");
  const isGuarded = marked !== value || FORMULA.test(value);
  const safe = isGuarded ? `'${marked}` : value;
  return isGuarded || /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Byte order mark; without it, spreadsheets do not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The columns of a CSV file, by heading. */
type Columns<Row> = Record<string, (row: Row) => string | number>;

const TOKEN_COLUMNS: Columns<TokenRow> = {
  symbol: ({ symbol }) => symbol,
  name: ({ name }) => name,
  amount: ({ amount, decimals }) => plainAmount(amount, decimals),
  raw_amount: ({ amount }) => amount,
  decimals: ({ decimals }) => decimals,
  mint: ({ mint }) => mint,
  token_account: ({ address }) => address,
  lock: ({ lock = 'none' }) => lock,
  warnings: ({ warnings = [] }) => warnings.join(' '),
  scaled_amount: ({ shown = '' }) => shown,
  mint_facts: ({ facts = [] }) => facts.join(' '),
};

const NFT_COLUMNS: Columns<NftRow> = {
  name: ({ name }) => name,
  symbol: ({ symbol }) => symbol,
  mint: ({ mint }) => mint,
  account: ({ address }) => address,
  collection: ({ collection = '' }) => collection,
  amount: ({ amount = '1' }) => amount,
  royalty_bps: ({ royalty = 0 }) => royalty ?? '',
  lock: ({ lock = 'none' }) => lock,
  compressed: ({ compressed }) => (compressed ? 'yes' : 'no'),
  warnings: ({ warnings = [] }) => warnings.join(' '),
  mint_facts: ({ facts = [] }) => facts.join(' '),
};

function csv<Row>(rows: readonly Row[], columns: Columns<Row>): string {
  const lines = rows.map((row) => Object.values(columns).map((read) => read(row)));
  return `${BYTE_ORDER_MARK}${[Object.keys(columns), ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Formats tokens as CSV in the given order. Amounts are exact: with decimals, raw, and scaled by the mint. */
export const tokensCsv = (tokens: readonly TokenRow[]): string => csv(tokens, TOKEN_COLUMNS);

/** Formats NFTs as CSV in the given order. */
export const nftsCsv = (nfts: readonly NftRow[]): string => csv(nfts, NFT_COLUMNS);

/**
 * Formats rows as JSON. Amounts are exact strings of digits. Omits image paths, which are only valid on this server.
 */
export function rowsJson(rows: readonly (TokenRow | NftRow)[]): string {
  return `${JSON.stringify(rows, (key, value: unknown) => (key === 'picture' ? undefined : value), 2)}\n`;
}
