import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import keys from '@/lib/bitcoin/vectors/keys.json';
import accounts from '@/lib/btc-account/vectors/accounts.json';
import { SAMPLE_BIG_WALLET, SAMPLE_SHOWCASE_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { freePort } from '../servers/free-port';
import { BENCH_AUTHORIZATION, type Running, startNode, startService } from '../servers/processes';

// Compares the API's answers byte for byte, on both hosts. SATCHEL_CORPUS=record records them again: only for a change
// to the contract, which must be in docs/contract.md and the changelog.

/** A request of the corpus. `title` names it in the recorded answers. */
type CorpusRequest = {
  title: string;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Set if the request is sent only to the HTTP server of `npm start`, because Next itself answers it. */
  onlyHttpServer?: true;
};

/**
 * Environment of the service: endpoints that refuse connections, EVM chain 111 without an endpoint, and the sample
 * network. Limits and the holdings cache are off.
 */
const CORPUS_ENV = {
  PUBLIC_URL: 'https://satchel.example',
  EVM_CHAINS: '31337,1,111',
  EVM_RPC_URL_1: 'http://127.0.0.1:9',
  SOLANA_RPC_URL_101: 'http://127.0.0.1:9',
  SOLANA_RPC_URL_102: 'http://127.0.0.1:9',
  SOLANA_RPC_URL_103: 'http://127.0.0.1:9',
  BITCOIN_ESPLORA_URL: 'off',
  BITCOIN_ESPLORA_URL_TESTNET: 'off',
  BITCOIN_ESPLORA_URL_SIGNET: 'off',
  RATE_LIMIT_PER_SECOND: '0',
  // Equal calls in the corpus must not share answers.
  SOLANA_CACHE_MS: '0',
};

const JSON_TYPE = { 'Content-Type': 'application/json' };
const OWN = { ...JSON_TYPE, Authorization: BENCH_AUTHORIZATION };
const SOLANA = 'enhancedGetTokensAndNFTs';
const ACCOUNT = 'svc_aa_getBTCAccount';
const BY_ADDRESS = 'svc_aa_getBTCAccountsByAddress';
const [vector] = keys.vectors.filter(({ form }) => form === 'compressed');
const KEY = vector?.btcPublicKey ?? '';
const [published] = accounts.published;

const call = (method: string, params: unknown, over: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params, ...over });
const solana = (title: string, params: unknown, over: object = { chainId: 104 }): CorpusRequest => ({
  title: `solana: ${title}`,
  path: '/solana',
  headers: OWN,
  body: call(SOLANA, params, over),
});
const das = (title: string, method: string, params: unknown): CorpusRequest => ({
  title: `das: ${title}`,
  path: '/solana/104',
  headers: OWN,
  body: call(method, params),
});
const evm = (title: string, method: string, params: unknown, over: object = {}): CorpusRequest => ({
  title: `evm: ${title}`,
  path: '/evm-chain',
  headers: OWN,
  body: call(method, params, over),
});
const config = (over: object = {}) => ({ name: 'BTC', version: '2.0.0', btcPublicKey: KEY, ...over });
const raw = (title: string, body: string, path = '/solana'): CorpusRequest => ({
  title: `body: ${title}`,
  path,
  headers: OWN,
  body,
});
const http = (title: string, over: Omit<CorpusRequest, 'title'>): CorpusRequest => ({
  title: `http: ${title}`,
  ...over,
});
const someBody = call(ACCOUNT, [config()]);

const SOLANA_REQUESTS = [
  solana('the documented format', [SAMPLE_WALLET]),
  solana('documents are parsed', [SAMPLE_WALLET, { parseMetadataUri: true }]),
  solana('by-name parameters', { accountAddress: SAMPLE_WALLET, options: { parseMetadataUri: false } }),
  solana('the schema form', [{ accountAddress: SAMPLE_WALLET, options: { parseMetadataUri: true } }]),
  solana('the extended format', [SAMPLE_WALLET, { extended: true }]),
  solana('values and stake', [
    SAMPLE_SHOWCASE_WALLET,
    { extended: true, kind: 'token', prices: true, stake: true },
  ]),
  solana('empty accounts', [SAMPLE_WALLET, { includeEmpty: true, kind: 'token' }]),
  solana('integers as strings', [SAMPLE_WALLET, { integers: 'string' }]),
  solana('the extended format with documents', [SAMPLE_WALLET, { extended: true, parseMetadataUri: true }]),
  solana('only NFTs', [SAMPLE_WALLET, { kind: 'nft' }]),
  solana('only tokens', [SAMPLE_WALLET, { kind: 'token', extended: true }]),
  solana('a page', [SAMPLE_BIG_WALLET, { limit: 3, extended: true }]),
  solana('one mint that is not held', [
    SAMPLE_WALLET,
    { mints: ['So11111111111111111111111111111111111111112'] },
  ]),
  solana('10,000 NFTs', [SAMPLE_BIG_WALLET]),
  solana('an account that holds nothing', ['11111111111111111111111111111112']),
  solana('an unknown option', [SAMPLE_WALLET, { parseMetadataURI: true, limit: 1 }]),
  solana('an invalid cursor', [SAMPLE_WALLET, { cursor: 'x' }]),
  solana('a limit that is too large', [SAMPLE_WALLET, { limit: 1001 }]),
  solana('a wrong kind', [SAMPLE_WALLET, { kind: 'coin' }]),
  solana('an option of the wrong type', [SAMPLE_WALLET, { parseMetadataUri: 'yes' }]),
  solana('a short address', ['abc']),
  solana('an EVM address', ['0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc']),
  solana('a name that is not registered', ['nobody-has-this-name.sol']),
  solana('no parameters', []),
  solana('too many parameters', [SAMPLE_WALLET, {}, {}]),
  solana('parameters that are a text', SAMPLE_WALLET),
  solana('no chain', [SAMPLE_WALLET], {}),
  solana('an unsupported chain', [SAMPLE_WALLET], { chainId: 999 }),
  solana('a chain that is a text', [SAMPLE_WALLET], { chainId: '104' }),
  solana('a chain whose node refuses', [SAMPLE_WALLET], { chainId: 101 }),
  solana('a text as the id', [SAMPLE_WALLET, { limit: 1 }], { chainId: 104, id: 'a"b' }),
  solana('null as the id', [SAMPLE_WALLET, { limit: 1 }], { chainId: 104, id: null }),
  { ...solana('the chain in the query', [SAMPLE_WALLET, { limit: 1 }], {}), path: '/solana?chainId=104' },
  { ...solana('the chain in the path', [SAMPLE_WALLET, { limit: 1 }], {}), path: '/solana/104' },
  { ...solana('the path /solana/rpc', [SAMPLE_WALLET, { limit: 1 }]), path: '/solana/rpc' },
  { ...solana('a method of the other path', [SAMPLE_WALLET]), path: '/evm-chain' },
];

const EVM_REQUESTS = [
  evm('version 1.0.0', ACCOUNT, [config({ version: '1.0.0' })]),
  evm('version 2.0.0', ACCOUNT, [config()]),
  evm('upper case with 0x', ACCOUNT, [config({ btcPublicKey: `0x${KEY.toUpperCase()}` })]),
  evm('a matching address', ACCOUNT, [config({ btcAddress: vector?.addresses.mainnet.p2wpkh })]),
  evm('an address of another key', ACCOUNT, [config({ btcAddress: published?.p2wpkh })]),
  evm('two configs', ACCOUNT, [config(), config({ version: '1.0.0' })]),
  evm('the extended format', ACCOUNT, [config({ extended: true })]),
  evm('by-name parameters', ACCOUNT, { accountConfig: config() }),
  evm('a chain that refuses', ACCOUNT, [config()], { chainId: 1 }),
  evm('a chain that refuses, extended', ACCOUNT, [config({ extended: true })], { chainId: 1 }),
  evm('a chain without an endpoint', ACCOUNT, [config()], { chainId: 111 }),
  evm('an unsupported chain', ACCOUNT, [config()], { chainId: 5 }),
  evm('index 0', ACCOUNT, [config({ index: 0 })]),
  evm('index 1', ACCOUNT, [config({ index: 1 })]),
  evm('an unknown field', ACCOUNT, [config({ verison: '1.0.0' })]),
  evm('an unknown version', ACCOUNT, [config({ version: '3.0.0' })]),
  evm('an unknown name', ACCOUNT, [config({ name: 'ETH' })]),
  evm('a key that is not hex', ACCOUNT, [config({ btcPublicKey: 'zz' })]),
  evm('an x-only key', ACCOUNT, [config({ btcPublicKey: KEY.slice(2) })]),
  evm('a key off the curve', ACCOUNT, [config({ btcPublicKey: `02${'ff'.repeat(32)}` })]),
  evm('a private key', ACCOUNT, [
    config({ btcPublicKey: '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ' }),
  ]),
  evm('a damaged address', ACCOUNT, [config({ btcAddress: 'bc1qqqqq' })]),
  evm('one bad config of two', ACCOUNT, [config(), config({ version: '' })]),
  evm('no config', ACCOUNT, []),
  evm('records of an address', BY_ADDRESS, [{ btcAddress: vector?.addresses.mainnet.p2pkh }]),
  evm('records of an address on one chain', BY_ADDRESS, [{ btcAddress: vector?.addresses.mainnet.p2pkh }], {
    chainId: 31337,
  }),
  evm('records of an account without any', BY_ADDRESS, [{ address: `0x${'0'.repeat(39)}1` }]),
  evm('a wrong checksum', BY_ADDRESS, [{ address: '0xb1dC48F7D8A7D36F4F244756971bb3A8f39f96bc' }]),
  evm('an empty query', BY_ADDRESS, [{}]),
  evm('discover without an address', BY_ADDRESS, [{ address: `0x${'0'.repeat(39)}1`, discover: true }]),
  evm('an unknown method', 'svc_aa_getSolanaAccount', []),
  evm('discovery', 'rpc.discover', []),
];

const BODY_REQUESTS = [
  raw('not JSON', '{'),
  raw('empty', ''),
  raw('a number', '1'),
  raw('a key twice', '{"id":1,"id":2,"method":"x"}'),
  raw('nested too deep', '['.repeat(300)),
  raw('a lone surrogate, which is sent as U+FFFD', '"\ud800"'),
  raw('another protocol version', '{"jsonrpc":"1.0","id":1,"method":"rpc.discover","params":[]}'),
  raw('no method', '{"jsonrpc":"2.0","id":1,"params":[]}'),
  raw('an id above 2^53', call(SOLANA, ['abc'], { chainId: 104 }).replace('"id":1', '"id":9007199254740993')),
  raw('an id with a fraction', call(SOLANA, ['abc'], { chainId: 104 }).replace('"id":1', '"id":1.5')),
  raw('an id that is an object', call(SOLANA, ['abc'], { chainId: 104, id: {} })),
  raw('no id', '{"jsonrpc":"2.0","method":"rpc.discover","params":["x"]}'),
  raw('an empty batch', '[]'),
  raw('a batch of 101', `[${Array(101).fill('{}').join(',')}]`),
  raw(
    'a batch of good and bad',
    `[${[
      call(ACCOUNT, [config()]),
      call(BY_ADDRESS, [{ btcAddress: vector?.addresses.mainnet.p2tr }], { id: 'b' }),
      call('nothing', []),
      '1',
      call(ACCOUNT, [config({ index: 2 })]),
    ].join(',')}]`,
    '/evm-chain',
  ),
];

const HTTP_REQUESTS = [
  http('no credentials', { path: '/evm-chain', headers: JSON_TYPE, body: someBody }),
  http('wrong credentials', {
    path: '/evm-chain',
    headers: { ...JSON_TYPE, Authorization: `Basic ${btoa('nobody:nothing')}` },
    body: someBody,
  }),
  http('another scheme', {
    path: '/evm-chain',
    headers: { ...JSON_TYPE, Authorization: 'Bearer abc' },
    body: someBody,
  }),
  http('GET', { method: 'GET', path: '/solana' }),
  http('PUT', { method: 'PUT', path: '/solana', headers: OWN, body: someBody }),
  http('OPTIONS', { method: 'OPTIONS', path: '/solana' }),
  http('no content type', {
    path: '/evm-chain',
    headers: { Authorization: BENCH_AUTHORIZATION },
    body: someBody,
  }),
  http('a text', { path: '/evm-chain', headers: { ...OWN, 'Content-Type': 'text/plain' }, body: someBody }),
  http('another charset', {
    path: '/evm-chain',
    headers: { ...OWN, 'Content-Type': 'application/json; charset=latin1' },
    body: someBody,
  }),
  http('a type of its own', {
    path: '/evm-chain',
    headers: { ...OWN, 'Content-Type': 'application/vnd.api+json; charset=UTF-8' },
    body: someBody,
  }),
  http('a content encoding', {
    path: '/evm-chain',
    headers: { ...OWN, 'Content-Encoding': 'gzip' },
    body: someBody,
  }),
  http('a body that is too large', { path: '/evm-chain', headers: OWN, body: ' '.repeat(262_145) }),
  http('a trailing slash', { path: '/evm-chain/', headers: OWN, body: someBody }),
  http('two slashes', { path: '//evm-chain', headers: OWN, body: someBody, onlyHttpServer: true }),
  http('/health', { method: 'GET', path: '/health' }),
  http('POST /health', { path: '/health' }),
  http('/openrpc.json', { method: 'GET', path: '/openrpc.json' }),
  http('/client.js', { method: 'GET', path: '/client.js' }),
  http('/client.d.ts', { method: 'GET', path: '/client.d.ts' }),
  http('/llms.txt', { method: 'GET', path: '/llms.txt' }),
  http('/metrics through a proxy', {
    method: 'GET',
    path: '/metrics',
    headers: { 'X-Forwarded-For': '192.0.2.1' },
  }),
];

/** DAS calls. Lists are requested by page number, because cursors are signed with a secret that differs in each store. */
const DAS_REQUESTS: CorpusRequest[] = [
  das('a page of assets', 'getAssetsByOwner', { ownerAddress: SAMPLE_WALLET, page: 1, limit: 5 }),
  das('a page of all assets in descending order', 'getAssetsByOwner', {
    ownerAddress: SAMPLE_WALLET,
    limit: 5,
    page: 2,
    sortBy: { sortBy: 'id', sortDirection: 'desc' },
    options: { showFungible: true, showGrandTotal: true, showNativeBalance: true, parseMetadataUri: false },
  }),
  das('a search', 'searchAssets', [
    { ownerAddress: SAMPLE_WALLET, tokenType: 'fungible', page: 1, limit: 3 },
  ]),
  das('an asset', 'getAsset', ['3VY2TA6pKYq3JXHcbpDoYvuBZcHUCmMA9ztUgGRGgRrL']),
  das('several assets', 'getAssetBatch', {
    ids: ['3VY2TA6pKYq3JXHcbpDoYvuBZcHUCmMA9ztUgGRGgRrL', SAMPLE_WALLET, SAMPLE_BIG_WALLET],
  }),
  das('token accounts', 'getTokenAccounts', { owner: SAMPLE_WALLET, page: 1, limit: 3 }),
  das('an unsupported sort', 'getAssetsByOwner', {
    ownerAddress: SAMPLE_WALLET,
    sortBy: { sortBy: 'created', sortDirection: 'asc' },
  }),
  das('a call that needs an index', 'getAssetProof', { id: SAMPLE_WALLET }),
];

const CORPUS: readonly CorpusRequest[] = [
  ...SOLANA_REQUESTS,
  ...DAS_REQUESTS,
  ...EVM_REQUESTS,
  ...BODY_REQUESTS,
  ...HTTP_REQUESTS,
];

const inQuery = `projectUuid=bench-project&projectKey=${encodeURIComponent('bench-server-key-of-loopback')}`;
/** Requests to a service with `SDK_COMPAT=true`. */
const SDK_CORPUS: readonly CorpusRequest[] = [
  http('sdk: preflight', {
    method: 'OPTIONS',
    path: '/evm-chain',
    headers: { Origin: 'https://dapp.example' },
  }),
  http('sdk: query credentials', { path: `/evm-chain?${inQuery}`, headers: JSON_TYPE, body: someBody }),
  http('sdk: another prefix', {
    path: `/evm-chain?${inQuery}&chainId=31337`,
    headers: JSON_TYPE,
    body: someBody.replace('svc_', 'particle_'),
  }),
  http('sdk: wrong query credentials', {
    path: '/evm-chain?projectUuid=bench-project&projectKey=wrong',
    headers: JSON_TYPE,
    body: someBody,
  }),
  http('sdk: Basic credentials', { path: '/evm-chain', headers: OWN, body: someBody }),
  http('sdk: a listing', {
    path: `/solana?${inQuery}&chainId=104`,
    headers: JSON_TYPE,
    body: call(SOLANA, [SAMPLE_WALLET]),
  }),
];

/** A recorded answer. Parts that vary between runs are replaced by fixed placeholders. */
type RecordedAnswer = { status: number; headers: Record<string, string>; body: string };

/** Headers that depend on the server or differ in each answer. */
const VARYING = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-request-id',
]);
/** Length above which a body is recorded only as its length and SHA-256. */
const MAX_TEXT_CHARACTERS = 1500;

/**
 * Sends a request of the corpus and returns its answer.
 * @param base origin of the service
 */
async function replay(base: string, request: CorpusRequest): Promise<RecordedAnswer> {
  const { method = 'POST', path, headers = {}, body } = request;
  const response = await fetch(base + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = withoutVarying(await response.text());
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !VARYING.has(name)).sort()),
    body:
      text.length <= MAX_TEXT_CHARACTERS
        ? text
        : `${text.length} characters, sha256 ${createHash('sha256').update(text).digest('hex')}`,
  };
}

const withoutVarying = (text: string) =>
  text
    .replace(/"(createdAt|updatedAt)":"[^"]*"/g, '"$1":"<time>"')
    // Only `/health` returns the version directly after the status; it changes with every release.
    .replace(/("status":"alive","version":)"[^"]*"/g, '$1"<version>"')
    // Any of the concurrent calls can be the first to fail.
    .replace(/"method":"get\w+"}/g, '"method":"<call>"}')
    .replace(/"nextCursor":"[^"]*"/g, '"nextCursor":"<cursor>"');

const FILE = fileURLToPath(new URL('answers.json', import.meta.url));
const isRecording = process.env.SATCHEL_CORPUS === 'record';
const answers: Record<string, RecordedAnswer> = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : {};

const hosts = {
  'npm start': (env: Record<string, string>) => startService(env),
  'next start': async (env: Record<string, string>) => {
    const port = String(await freePort());
    const args = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', port];
    return startNode(
      args,
      { LOG_LEVEL: 'warn', NEXT_TELEMETRY_DISABLED: '1', ...env, PORT: port },
      '/health',
    );
  },
};

function replayed(name: string, requests: readonly CorpusRequest[], env: Record<string, string>): void {
  for (const [host, start] of Object.entries(hosts)) {
    const isFirst = host === 'npm start';
    describe.skipIf(!isFirst && (isRecording || !existsSync('.next/BUILD_ID')))(`${name} on ${host}`, () => {
      const data = mkdtempSync(join(tmpdir(), 'satchel-corpus-'));
      let service: Running;
      beforeAll(async () => {
        service = await start({ ...CORPUS_ENV, ...env, DATA_DIR: data });
      });
      afterAll(async () => {
        await service?.stop('SIGKILL');
        rmSync(data, { recursive: true, force: true });
        if (isRecording) writeFileSync(FILE, `${JSON.stringify(answers, null, 2)}\n`);
      });

      it.each(requests.filter(({ onlyHttpServer }) => isFirst || !onlyHttpServer))(
        '$title',
        async (request) => {
          const answer = await replay(service.base, request);
          if (isRecording) answers[request.title] = answer;
          expect(answer).toEqual(answers[request.title]);
        },
      );
    });
  }
}

replayed('the corpus', CORPUS, {});
replayed('the corpus of existing SDKs', SDK_CORPUS, { SDK_COMPAT: 'true' });
