import { describeBtcAddress } from '@/lib/bitcoin/address';
import { matchAddress } from '@/lib/bitcoin/address-match';
import { bytesOfWords, decodeBech32 } from '@/lib/bitcoin/bech32';
import { parseBtcPublicKey } from '@/lib/bitcoin/public-key';
import { lastPush } from '@/lib/bitcoin/spends/last-push';
import { type KeyHashAddress, keyHashAddress, keyInInputs } from '@/lib/bitcoin/spends/spent-key';
import { attributesOf, descriptionOf, mediaOf } from '@/lib/dashboard/account/item-document';
import { detectInput } from '@/lib/dashboard/search/detect-input';
import { holdsHex32, secretIn } from '@/lib/dashboard/search/secrets';
import { parseEvmAddress } from '@/lib/evm/address';
import { isDeeperThan } from '@/lib/json/depth';
import { parseExactJson } from '@/lib/json/exact-parse';
import { writeJson } from '@/lib/json/exact-write';
import { indentJson } from '@/lib/json/indent';
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
import { decodeAccountFacts } from '@/lib/solana/accounts/account-extensions';
import { decodeClock } from '@/lib/solana/accounts/clock';
import { decodeCoreAsset, decodeCoreCollection } from '@/lib/solana/accounts/core-asset';
import { decodeEdition } from '@/lib/solana/accounts/edition';
import { decodeMint } from '@/lib/solana/accounts/mint';
import { dasMintExtensions, decodeMintExtensions } from '@/lib/solana/accounts/mint-extensions';
import {
  decodeNameOwner,
  nameAccounts,
  readRecordV1,
  readRecordV2,
} from '@/lib/solana/accounts/name-service';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-account';
import {
  decodeInlineMetadata,
  listExtensions,
  readGroup,
  readMetadataPointer,
} from '@/lib/solana/accounts/token-extensions';
import { decodeTokenMetadata } from '@/lib/solana/accounts/token-metadata';
import { decodeTokenRecord } from '@/lib/solana/accounts/token-record';
import { SolanaAddress } from '@/lib/solana/address/address';
import { decodeBase58 } from '@/lib/solana/address/base58';
import { coreMembersOf } from '@/lib/solana/das/core-plugins';
import { DEFAULT_GATEWAYS, imagesOf, locate, resolveImage } from '@/lib/solana/documents/document-uri';
import { MPL_CORE_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import { SAMPLE_WALLET, sampleImagePath } from '@/lib/solana/sample-addresses';
import { documents } from '@/lib/sources/documents/documents';
import { isPublicAddress } from '@/lib/sources/documents/public-address';
import { imageType, mediaType } from '@/lib/sources/images/image-type';
import { CLEANERS, LIST_READERS } from './dashboard-readers';
import { cut, type NamedReader, ofText } from './reader';

// All functions that decode, detect, clean or format untrusted input, for tests with arbitrary input.

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

export const ACCOUNT_READERS: readonly NamedReader[] = [
  ['token account', decodeTokenAccount],
  ['mint', decodeMint],
  ['extension list', listExtensions],
  ['mint’s extensions', decodeMintExtensions],
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
const ADDRESS_READERS: readonly NamedReader[] = [
  ['base58', ofText(decodeBase58)],
  ['Solana address', ofText((text) => SolanaAddress.safeParse(text))],
  ['.sol name', ofText(nameAccounts)],
  ['Bitcoin address', ofText(describeBtcAddress)],
  ['Bitcoin address of a key', ofText((text) => matchAddress(KEY, text))],
  ['bech32', ofText((text) => bytesOfWords(decodeBech32(text).words))],
  ['Bitcoin key', ofText(parseBtcPublicKey)],
  ['Bitcoin script', ofText(lastPush)],
  [
    'Bitcoin input',
    ofText((text) =>
      keyInInputs(SPENT_FROM, [{ prevout: { scriptpubkey: SPENT_FROM.script }, scriptsig: text }]),
    ),
  ],
  ['EVM address', ofText(parseEvmAddress)],
  ['IP address', ofText(isPublicAddress)],
  ['caller behind proxies', ofText((text) => clientAddress('127.0.0.1', text, 2))],
  ['credentials', ofText((text) => readBasicCredentials(`Basic ${text}`))],
  ['search', ofText(detectInput)],
  ['secrets', ofText(secretIn)],
  ['32 bytes of hex', ofText(holdsHex32)],
];

const documentOf = (text: string) => ({
  name: text,
  description: text,
  image: text,
  animation_url: text,
  attributes: [text, ...cut(text)].map((part) => ({ trait_type: part, value: part })),
  properties: { category: text, files: [text, ...cut(text)].map((part) => ({ uri: part, type: part })) },
});
const imageOf = (text: string, base?: string) => resolveImage(text, base, DEFAULT_GATEWAYS, () => false);
const documentReader = documents({
  gateways: DEFAULT_GATEWAYS,
  fetch: Object.assign(async () => Promise.reject(new Error('unexpected fetch')), {
    close: async () => undefined,
  }),
  keepMs: 0,
  keepFailureMs: 0,
});

const DOCUMENT_READERS: readonly NamedReader[] = [
  ['image type', imageType],
  ['media type', mediaType],
  ['document URI', ofText((text) => locate(text, DEFAULT_GATEWAYS))],
  ['image URI', ofText((text) => imageOf(text, 'https://example.com/1.json'))],
  ['base of an image', ofText((text) => imageOf('a.png', text))],
  ['image of the sample', ofText(sampleImagePath)],
  [
    'document, read and written',
    ofText(async (text) => {
      const outcome = await documentReader.read(`data:application/json,${text}`).outcome;
      return writeJson(outcome);
    }),
  ],
  ['images of a document', ofText((text) => imagesOf(documentOf(text)).map((image) => imageOf(`${image}`)))],
  ['attributes of a document', ofText((text) => attributesOf(documentOf(text)))],
  ['description of a document', ofText((text) => descriptionOf(documentOf(text)))],
  ['media of a document', ofText((text) => mediaOf(documentOf(text)))],
];

/** Returns the value of a JSON text. If the text is not JSON, returns an object with the text and pieces of it. */
function jsonValue(text: string, parse = parseExactJson): unknown {
  try {
    return parse(text);
  } catch {
    return { text, parts: cut(text) };
  }
}

const JSON_READERS: readonly NamedReader[] = [
  ['body', parseBody],
  ['exact JSON', ofText((text) => jsonValue(text))],
  ['indented JSON', ofText(indentJson)],
  // Documents with deeper nesting are rejected earlier.
  ['pretty JSON', ofText((text) => (isDeeperThan(text, 64) ? undefined : prettyJson(jsonValue(text))))],
];

export const TEXT_READERS: readonly NamedReader[] = [
  ...ADDRESS_READERS,
  ...DOCUMENT_READERS,
  ...JSON_READERS,
  ...CLEANERS,
  ...LIST_READERS,
];
