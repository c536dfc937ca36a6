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

const csv = (rows: (string | number)[][]) =>
  `${BYTE_ORDER_MARK}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

/** Formats tokens as CSV in the given order. Amounts are exact: with decimals, raw, and scaled by the mint. */
export function tokensCsv(tokens: readonly TokenRow[]): string {
  return csv([
    [
      'symbol',
      'name',
      'amount',
      'raw_amount',
      'decimals',
      'mint',
      'token_account',
      'lock',
      'warnings',
      'scaled_amount',
      'mint_facts',
    ],
    ...tokens.map((token) => [
      token.symbol,
      token.name,
      plainAmount(token.amount, token.decimals),
      token.amount,
      token.decimals,
      token.mint,
      token.address,
      token.lock ?? 'none',
      (token.warnings ?? []).join(' '),
      token.shown ?? '',
      (token.facts ?? []).join(' '),
    ]),
  ]);
}

/** Formats NFTs as CSV in the given order. */
export function nftsCsv(nfts: readonly NftRow[]): string {
  return csv([
    [
      'name',
      'symbol',
      'mint',
      'account',
      'collection',
      'amount',
      'royalty_bps',
      'lock',
      'compressed',
      'warnings',
    ],
    ...nfts.map((nft) => [
      nft.name,
      nft.symbol,
      nft.mint,
      nft.address,
      nft.collection ?? '',
      nft.amount ?? '1',
      nft.royalty === null ? '' : (nft.royalty ?? 0),
      nft.lock ?? 'none',
      nft.compressed ? 'yes' : 'no',
      (nft.warnings ?? []).join(' '),
    ]),
  ]);
}

/**
 * Formats rows as JSON. Amounts are exact strings of digits. Omits image paths, which are only valid on this server.
 */
export function rowsJson(rows: readonly (TokenRow | NftRow)[]): string {
  return `${JSON.stringify(rows, (key, value: unknown) => (key === 'picture' ? undefined : value), 2)}\n`;
}
