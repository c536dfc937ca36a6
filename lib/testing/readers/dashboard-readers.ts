import { nftsCsv, rowsJson, tokensCsv } from '@/lib/dashboard/account/export';
import { imageMessage } from '@/lib/dashboard/account/image-messages';
import type { NftRow, TokenRow } from '@/lib/dashboard/account/rows';
import { compareAmounts, groupNfts, shownNfts, shownTokens } from '@/lib/dashboard/account/shown-rows';
import { usablePairs, walletFault, walletKey } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { bitcoinHref, readBitcoinView } from '@/lib/dashboard/bitcoin-view';
import { explorerLinks } from '@/lib/dashboard/chains';
import { curlOf } from '@/lib/dashboard/docs/curl';
import { snippet } from '@/lib/dashboard/docs/snippets';
import { cleanText, formatAmount, shorten } from '@/lib/dashboard/format';
import { readAccountView, writeAccountView } from '@/lib/dashboard/search-params';
import { ogText } from '@/lib/dashboard/share-image-text';
import { foldSymbol } from '@/lib/solana/look-alike-symbol';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { tokenList } from '@/lib/solana/token-list';
import { textWarnings } from '@/lib/solana/warnings';
import { cut, type NamedReader, ofText } from './reader';

// Functions that clean and format untrusted names, amounts and lists for the dashboard, for tests with arbitrary input.

const list = tokenList([[SAMPLE_WALLET, { name: 'USD Coin', symbol: 'USDC', image: '', wellKnown: true }]]);
const digitsOf = (text: string) => text.replace(/\D/g, '') || '0';
const tokenRow = (text: string): TokenRow => ({
  address: text,
  mint: text,
  symbol: text,
  name: text,
  amount: digitsOf(text).slice(0, 20),
  decimals: text.length % 20,
});
const nftRow = (text: string): NftRow => ({
  address: text,
  mint: text,
  symbol: text,
  name: text,
  collection: text.slice(0, 1),
});
const VIEW = readAccountView({ q: 'a' });
const rowsOf = <Row>(text: string, row: (text: string) => Row) => [row(text), ...cut(text).map(row)];

export const CLEANERS: readonly NamedReader[] = [
  ['warnings of a name', ofText((text) => textWarnings(text, 'USDC'))],
  ['warnings of a symbol', ofText((text) => textWarnings('', text))],
  ['folded symbol', ofText(foldSymbol)],
  ['look-alike symbol', ofText(list.wellKnown)],
  ['clean text', ofText(cleanText)],
  ['shortened text', ofText((text) => shorten(text, 6, 6))],
  ['amount', ofText((text) => formatAmount(digitsOf(text), 9))],
  ['text of a share image', ofText((text) => ogText(text))],
  ['fault of an image', ofText((text) => imageMessage(text, 502))],
  ['account view', ofText((text) => writeAccountView(readAccountView(new URLSearchParams(text))))],
  ['account view of a search', ofText((text) => writeAccountView(readAccountView({ q: text, only: text })))],
  ['Bitcoin view', ofText((text) => bitcoinHref(text, readBitcoinView({ match: text }, 1), 1))],
  ['explorer links', ofText((text) => explorerLinks(101, text))],
  ['curl snippet', ofText((text) => curlOf('https://example.com', { path: '/solana', body: { text } }))],
  [
    'snippets',
    ofText((text) =>
      (['curl', 'fetch', 'viem'] as const).map((kind) =>
        snippet(kind, 'https://example.com', '/solana', text),
      ),
    ),
  ],
  ['key of a wallet', ofText(walletKey)],
  ['key of a wallet in bytes', walletKey],
  [
    'pairs of a wallet',
    ofText((text) => usablePairs(cut(text).map((address) => ({ address, publicKey: '02'.padEnd(66, 'a') })))),
  ],
  ['fault of a wallet', ofText((message) => walletFault({ message }))],
];

export const LIST_READERS: readonly NamedReader[] = [
  ['groups of NFTs', ofText((text) => groupNfts(rowsOf(text, nftRow)))],
  [
    'one group of NFTs',
    ofText((text) => groupNfts(rowsOf(text, nftRow).map((row) => ({ ...row, collection: 'A' })))),
  ],
  ['shown NFTs', ofText((text) => shownNfts(rowsOf(text, nftRow), VIEW))],
  ['shown tokens', ofText((text) => shownTokens(rowsOf(text, tokenRow), VIEW))],
  ['amounts', ofText((text) => compareAmounts(tokenRow(text), tokenRow(`1${text}`)))],
  ['CSV of tokens', ofText((text) => tokensCsv(rowsOf(text, tokenRow)))],
  ['CSV of NFTs', ofText((text) => nftsCsv(rowsOf(text, nftRow)))],
  ['JSON of rows', ofText((text) => rowsJson(rowsOf(text, nftRow)))],
];
