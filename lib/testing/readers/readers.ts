import { describeBtcAddress } from '@/lib/bitcoin/address';
import { matchAddress } from '@/lib/bitcoin/address-match';
import { bytesOfWords, decodeBech32 } from '@/lib/bitcoin/bech32';
import { parseBtcPublicKey } from '@/lib/bitcoin/public-key';
import { type KeyHashAddress, keyHashAddress, keyInInputs, lastPush } from '@/lib/bitcoin/spends/spent-key';
import { nftsCsv, rowsJson, tokensCsv } from '@/lib/dashboard/account/export';
import { imageMessage } from '@/lib/dashboard/account/image-messages';
import { attributesOf, descriptionOf, mediaOf } from '@/lib/dashboard/account/item-document';
import type { NftRow, TokenRow } from '@/lib/dashboard/account/rows';
import { compareAmounts, groupNfts, shownNfts, shownTokens } from '@/lib/dashboard/account/shown-rows';
import { usablePairs, walletFault, walletKey } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { bitcoinHref, readBitcoinView } from '@/lib/dashboard/bitcoin-view';
import { explorerLinks } from '@/lib/dashboard/chains';
import { curlOf } from '@/lib/dashboard/docs/curl';
import { snippet } from '@/lib/dashboard/docs/snippets';
import { cleanText, formatAmount, shorten } from '@/lib/dashboard/format';
import { detectInput } from '@/lib/dashboard/search/detect-input';
import { holdsHex32, secretIn } from '@/lib/dashboard/search/secrets';
import { readAccountView, writeAccountView } from '@/lib/dashboard/search-params';
import { ogText } from '@/lib/dashboard/share-image-text';
import { parseEvmAddress } from '@/lib/evm/address';
import { parseExactJson } from '@/lib/json/exact-parse';
import { writeJson } from '@/lib/json/exact-write';
import { indentJson } from '@/lib/json/indent';
import { isDeeperThan } from '@/lib/json/measure-json';
import { parseBody } from '@/lib/json/parse-body';
import { prettyJson } from '@/lib/json/pretty';
import { readBasicCredentials } from '@/lib/server/auth/basic-auth';
import { clientAddress } from '@/lib/server/http/client-address';
import { accountKindOf, decodeProgramData } from '@/lib/solana/account-description/account-kind';
import {
  STAKE_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
} from '@/lib/solana/account-description/known-programs';
import { decodeClock } from '@/lib/solana/accounts/clock';
import { decodeCoreAsset, decodeCoreCollection } from '@/lib/solana/accounts/core-asset';
import {
  decodeNameOwner,
  nameAccounts,
  readRecordV1,
  readRecordV2,
} from '@/lib/solana/accounts/name-service';
import {
  decodeAccountFacts,
  decodeInlineMetadata,
  listExtensions,
  readGroup,
  readMetadataPointer,
} from '@/lib/solana/accounts/token-extensions';
import { decodeEdition, decodeTokenMetadata, decodeTokenRecord } from '@/lib/solana/accounts/token-metadata';
import { decodeMint, decodeTokenAccount } from '@/lib/solana/accounts/token-program';
import { SolanaAddress } from '@/lib/solana/address/address';
import { decodeBase58 } from '@/lib/solana/address/base58';
import { NO_MINT } from '@/lib/solana/assemble-holdings';
import { coreMembersOf } from '@/lib/solana/das/core-plugins';
import { DEFAULT_GATEWAYS, imagesOf, locate, resolveImage } from '@/lib/solana/documents/document-uri';
import { dasMintExtensions, mintFactsOf, scalingOf } from '@/lib/solana/facts/mint-extensions';
import { MPL_CORE_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import { SAMPLE_WALLET, sampleImagePath } from '@/lib/solana/sample-addresses';
import { foldSymbol, tokenList } from '@/lib/solana/token-list';
import { textWarnings } from '@/lib/solana/warnings';
import { isPublicAddress } from '@/lib/sources/documents/check-target';
import { documents } from '@/lib/sources/documents/documents';
import { imageType, mediaType } from '@/lib/sources/images/image-type';

// All functions that decode, detect, clean or format untrusted input, for tests with arbitrary input.

/** Names of the errors with which a reader may reject its input. */
export const REFUSALS: ReadonlySet<string> = new Set(['InvalidInputError', 'SignatureRefusal']);

/** A function that accepts any bytes and throws only the errors in `REFUSALS`. */
export type Reader = (bytes: Uint8Array) => unknown;
type NamedReader = [name: string, read: Reader];

/** Programs whose accounts are classified by their data. */
const KIND_OWNERS = [
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  STAKE_PROGRAM,
  VOTE_PROGRAM,
  UPGRADEABLE_LOADER,
  MPL_CORE_PROGRAM,
];
const kindUnder = (owner: string) => (data: Uint8Array) =>
  accountKindOf({ owner, lamports: 1n, executable: false, data, space: data.length });

const CLOCK = { epoch: 700n, unixTimestamp: 1_700_000_000n };

export const ACCOUNT_READERS: readonly NamedReader[] = [
  ['token account', decodeTokenAccount],
  ['mint', decodeMint],
  ['extension list', listExtensions],
  ['mint’s facts', (bytes) => mintFactsOf(NO_MINT, bytes, undefined)],
  ['mint’s scaling', (bytes) => scalingOf(mintFactsOf(NO_MINT, bytes, CLOCK), bytes, CLOCK)],
  ['mint’s extensions in DAS', dasMintExtensions],
  ['token account’s extensions', decodeAccountFacts],
  ['metadata pointer', readMetadataPointer],
  ['group', (bytes) => readGroup(bytes, SAMPLE_WALLET)],
  ['inline metadata', decodeInlineMetadata],
  ['token metadata', decodeTokenMetadata],
  ['token record', decodeTokenRecord],
  ['edition', decodeEdition],
  ['clock', decodeClock],
  ['program’s code', decodeProgramData],
  ['Core asset', decodeCoreAsset],
  ['Core collection', decodeCoreCollection],
  ['Core account in DAS', coreMembersOf],
  ...KIND_OWNERS.map((owner): NamedReader => [`kind of an account of ${owner}`, kindUnder(owner)]),
];

export const NAME_READERS: readonly NamedReader[] = [
  ['name owner', decodeNameOwner],
  ['name record, version 1', (bytes) => readRecordV1(bytes, SAMPLE_WALLET, SAMPLE_WALLET)],
  ['name record, version 2', (bytes) => readRecordV2(bytes, SAMPLE_WALLET)],
];

const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const SPENT_FROM_ADDRESS = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const SPENT_FROM = keyHashAddress(SPENT_FROM_ADDRESS) as KeyHashAddress;

/** Splits text into pieces of up to 30 characters. */
const cut = (text: string): string[] => text.match(/.{1,30}/gsu) ?? [];

const documentOf = (text: string) => ({
  name: text,
  description: text,
  image: text,
  animation_url: text,
  attributes: [text, ...cut(text)].map((part) => ({ trait_type: part, value: part })),
  properties: { category: text, files: [text, ...cut(text)].map((part) => ({ uri: part, type: part })) },
});
const imageOf = (text: string, base?: string) => resolveImage(text, base, DEFAULT_GATEWAYS, []);
const documentReader = documents({
  gateways: DEFAULT_GATEWAYS,
  fetch: Object.assign(async () => Promise.reject(new Error('unexpected fetch')), {
    close: async () => undefined,
  }),
  keepMs: 0,
  keepFailureMs: 0,
});

/** Returns the value of a JSON text. If the text is not JSON, returns an object with the text and pieces of it. */
function jsonValue(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return { text, parts: cut(text) };
  }
}

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

/** Functions that read text. */
const OF_TEXT: Readonly<Record<string, (text: string) => unknown>> = {
  base58: decodeBase58,
  'Solana address': (text) => SolanaAddress.safeParse(text),
  '.sol name': nameAccounts,
  'Bitcoin address': describeBtcAddress,
  'Bitcoin address of a key': (text) => matchAddress(KEY, text),
  bech32: (text) => bytesOfWords(decodeBech32(text).words),
  'Bitcoin key': parseBtcPublicKey,
  'Bitcoin script': lastPush,
  'Bitcoin input': (scriptsig) =>
    keyInInputs(SPENT_FROM, [{ prevout: { scriptpubkey: SPENT_FROM.script }, scriptsig }]),
  'EVM address': parseEvmAddress,
  'IP address': isPublicAddress,
  'caller behind proxies': (text) => clientAddress('127.0.0.1', text, 2),
  credentials: (text) => readBasicCredentials(`Basic ${text}`),
  search: detectInput,
  secrets: secretIn,
  '32 bytes of hex': holdsHex32,
  'document URI': (text) => locate(text, DEFAULT_GATEWAYS),
  'image URI': (text) => imageOf(text, 'https://example.com/1.json'),
  'base of an image': (text) => imageOf('a.png', text),
  'image of the sample': sampleImagePath,
  'document, read and written': async (text) =>
    writeJson(await documentReader.read(`data:application/json,${text}`).document),
  'images of a document': (text) => imagesOf(documentOf(text)).map((image) => imageOf(`${image}`)),
  'attributes of a document': (text) => attributesOf(documentOf(text)),
  'description of a document': (text) => descriptionOf(documentOf(text)),
  'media of a document': (text) => mediaOf(documentOf(text)),
  'exact JSON': jsonValue,
  'indented JSON': indentJson,
  // Documents with deeper nesting are rejected earlier.
  'pretty JSON': (text) => (isDeeperThan(text, 64) ? undefined : prettyJson(jsonValue(text))),
  'warnings of a name': (text) => textWarnings(text, 'USDC'),
  'warnings of a symbol': (text) => textWarnings('', text),
  'folded symbol': foldSymbol,
  'look-alike symbol': list.wellKnown,
  'clean text': cleanText,
  'shortened text': (text) => shorten(text, 6, 6),
  amount: (text) => formatAmount(digitsOf(text), 9),
  'text of a share image': (text) => ogText(text),
  'fault of an image': (text) => imageMessage(text, 502),
  'account view': (text) => writeAccountView(readAccountView(new URLSearchParams(text))),
  'account view of a search': (text) => writeAccountView(readAccountView({ q: text, only: text })),
  'Bitcoin view': (text) => bitcoinHref(text, readBitcoinView({ match: text }, 1), 1),
  'explorer links': (text) => explorerLinks(101, text),
  'curl snippet': (text) => curlOf('https://example.com', { path: '/solana', body: { text } }),
  'curl code': (text) => snippet('curl', 'https://example.com', '/solana', text),
  'fetch code': (text) => snippet('fetch', 'https://example.com', '/solana', text),
  'key of a wallet': walletKey,
  'pairs of a wallet': (text) =>
    usablePairs(cut(text).map((address) => ({ address, publicKey: '02'.padEnd(66, 'a') }))),
  'fault of a wallet': (message) => walletFault({ message }),
  'groups of NFTs': (text) => groupNfts(rowsOf(text, nftRow)),
  'one group of NFTs': (text) => groupNfts(rowsOf(text, nftRow).map((row) => ({ ...row, collection: 'A' }))),
  'shown NFTs': (text) => shownNfts(rowsOf(text, nftRow), VIEW),
  'shown tokens': (text) => shownTokens(rowsOf(text, tokenRow), VIEW),
  amounts: (text) => compareAmounts(tokenRow(text), tokenRow(`1${text}`)),
  'CSV of tokens': (text) => tokensCsv(rowsOf(text, tokenRow)),
  'CSV of NFTs': (text) => nftsCsv(rowsOf(text, nftRow)),
  'JSON of rows': (text) => rowsJson(rowsOf(text, nftRow)),
};

const utf8 = new TextDecoder();
export const TEXT_READERS: readonly NamedReader[] = [
  ...Object.entries(OF_TEXT).map(([name, read]): NamedReader => [name, (bytes) => read(utf8.decode(bytes))]),
  ['image type', imageType],
  ['media type', mediaType],
  ['body', parseBody],
  ['key of a wallet in bytes', walletKey],
];
