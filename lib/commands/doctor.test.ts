import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  ACCOUNT_VERSION_NAMES,
  ACCOUNT_VERSIONS,
  ENTRY_POINT_ADDRESS,
} from '@/lib/btc-account/account-versions';
import { deriveAccount } from '@/lib/btc-account/derive-account';
import { scopeOf } from '@/lib/promises/request-scope';
import { readEnv } from '@/lib/server/env';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { feedAccounts, MAINNET_PRICE_SOURCES, STAKE_POOL_PROGRAMS } from '@/lib/solana/prices/price-sources';
import { CLOCK_ADDRESS, SYSTEM_PROGRAM, TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { openStore } from '@/lib/store/open';
import { openSqlite } from '@/lib/store/sqlite/database';
import { testIo } from '@/lib/testing/command-io';
import { compileFactory } from '@/lib/testing/factory-code';
import { ANVIL_RUNS_HERE, startAnvil } from '@/lib/testing/nodes/anvil';
import { type NodeFault, testNode } from '@/lib/testing/nodes/test-node';
import { freePort } from '@/lib/testing/servers/free-port';
import { startTestPostgres, type TestPostgres } from '@/lib/testing/servers/postgres';
import { hasRedis, startTestRedis } from '@/lib/testing/servers/redis';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import { encodeClock } from '@/lib/testing/solana/encode-facts';
import { encodePriceUpdate, encodeStakePool } from '@/lib/testing/solana/encode-prices';
import { encodeMint, encodeTokenMetadata } from '@/lib/testing/solana/encode-token-accounts';
import { account } from '@/lib/testing/solana/solana-wallet';
import { runDoctor } from './doctor';
import { bitcoinChecks } from './doctor/bitcoin';
import type { Result } from './doctor/check';
import { gatewayChecks } from './doctor/documents';
import { evmChecks } from './doctor/evm';
import { solanaChecks } from './doctor/solana';

// Runs the doctor against local servers, each with one fault. Every default endpoint is replaced, so that no test
// connects to a public address.

const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
const TESTNET = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY';
const BITCOIN = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

const folder = mkdtempSync(join(tmpdir(), 'satchel-doctor-'));
const open: (() => Promise<void>)[] = [];
const opened = <T extends { close: () => Promise<void> }>(server: T): T => {
  open.push(() => server.close());
  return server;
};
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Answers = Record<string, (params: unknown[]) => unknown>;

/** Starts a JSON-RPC node with the given answers; any other method is -32601. */
async function node(answers: Answers, fault?: (method: string, nth: number) => NodeFault | undefined) {
  const made = opened(
    await testNode(async (method, params) => {
      const answer = answers[method];
      if (answer === undefined) throw new UpstreamCallError(-32601, `Method ${method} is disabled`);
      return answer(params);
    }),
  );
  made.fault = fault && (({ method, nth }) => fault(method, nth));
  return made;
}

const solana = (genesis: string): Answers => ({
  getGenesisHash: () => genesis,
  getTokenAccountsByOwner: () => ({ context: { slot: 1 }, value: [] }),
  getProgramAccounts: () => [],
  ...(genesis === MAINNET && { getAgGenesisCert: () => ({ slot: 1 }), ...feeds() }),
  ...(genesis === DEVNET && { getAgGenesisCert: () => null }),
});

/** Creates the answers of a node with a fresh price for each mapped mint, whose metadata has the mapped symbol. */
function feeds(over: { publishTime?: bigint; symbols?: Record<string, string> } = {}): Answers {
  const now = 1_790_000_000n;
  const mint = encodeMint({ supply: 1n, decimals: 9 });
  const accounts = MAINNET_PRICE_SOURCES.flatMap((source) => [
    ...('pool' in source
      ? [
          account(
            source.pool,
            STAKE_POOL_PROGRAMS[0] ?? '',
            encodeStakePool({ mint: source.mint, lamports: 12n, supply: 10n, epoch: 900n }),
          ),
        ]
      : feedAccounts(source.feedId).map(({ feed, receiver }) =>
          account(
            feed,
            receiver,
            encodePriceUpdate({
              feedId: source.feedId,
              price: 100n,
              confidence: 1n,
              exponent: -2,
              publishTime: over.publishTime ?? now,
            }),
          ),
        )),
    account(source.mint, TOKEN_PROGRAM, mint),
    account(
      metadataAddressOf(source.mint) ?? '',
      TOKEN_METADATA_PROGRAM,
      encodeTokenMetadata({
        updateAuthority: SYSTEM_PROGRAM,
        mint: source.mint,
        name: source.symbol,
        symbol: over.symbols?.[source.symbol] ?? source.symbol,
        uri: '',
      }),
    ),
  ]);
  const clock = account(CLOCK_ADDRESS, SYSTEM_PROGRAM, encodeClock(900n, now));
  const answer = sampleNode(snapshotOf(1, [clock, ...accounts]));
  const scope = scopeOf(new AbortController().signal);
  return { getMultipleAccounts: (params) => answer('getMultipleAccounts', params, scope) };
}

const addressWord = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

/**
 * Creates the answers of an EVM node with both factories and the entry point, which behave like the
 * published contracts.
 */
function evm(chainId: number, over: { code?: Record<string, string>; account?: string } = {}): Answers {
  const accounts = new Map(
    ACCOUNT_VERSION_NAMES.map((version) => [
      ACCOUNT_VERSIONS[version].factoryAddress as string,
      deriveAccount({ version, btcPublicKey: KEY }, chainId).smartAccountAddress,
    ]),
  );
  const code: Record<string, string> = {
    [ENTRY_POINT_ADDRESS]: '0x60',
    ...Object.fromEntries([...accounts.keys()].map((factory) => [factory, '0x60'])),
    ...over.code,
  };
  return {
    eth_chainId: () => `0x${chainId.toString(16)}`,
    eth_getCode: ([address]) => code[address as string] ?? '0x',
    eth_getBalance: () => '0x0',
    eth_call: ([call]) => {
      const account = accounts.get((call as { to: string }).to);
      return account === undefined ? '0x' : addressWord(over.account ?? account);
    },
  };
}

/** Starts a web host that serves as an Esplora server under `/api`, as both gateways and as a host of token lists. */
async function webHost(
  over: Record<string, (path: string) => [status: number, body: string] | undefined> = {},
) {
  const answers: Record<string, string> = {
    '/api/block-height/0': BITCOIN,
    '/api/blocks/tip/height': '900123',
    '/ipfs/': 'Hello',
    '/bNbA3': '<html>',
    '/tokens.json': JSON.stringify([
      {
        id: 'So11111111111111111111111111111111111111112',
        name: 'Wrapped SOL',
        symbol: 'SOL',
        icon: '',
        decimals: 9,
      },
    ]),
  };
  return opened(
    await staticHost((path, response) => {
      const [start = '', text = ''] = Object.entries(answers).find(([each]) => path.startsWith(each)) ?? [];
      const [status, body] = over[start]?.(path) ?? [start === '' ? 404 : 200, text];
      response.writeHead(status).end(body);
    }),
  );
}

let sharedSolana: Record<'mainnet' | 'testnet' | 'devnet', string>;
let web: StaticHost;
let shared: { close: () => Promise<void> }[];
beforeAll(async () => {
  const made = await Promise.all([MAINNET, TESTNET, DEVNET].map((genesis) => node(solana(genesis))));
  const [mainnet, testnet, devnet] = made.map(({ url }) => url);
  sharedSolana = { mainnet: mainnet ?? '', testnet: testnet ?? '', devnet: devnet ?? '' };
  web = await webHost();
  // These servers are shared by all tests of this file.
  shared = [...made, web];
  open.splice(0);
});
afterAll(() => Promise.all(shared.map((server) => server.close())));

/** Settings with local servers only, all of them healthy. EVM chain 1 is served by `evmUrl`. */
const settings = (evmUrl: string): Record<string, string> => ({
  DATA_DIR: join(folder, 'data'),
  SOLANA_RPC_URL_101: sharedSolana.mainnet,
  SOLANA_RPC_URL_102: sharedSolana.testnet,
  SOLANA_RPC_URL_103: sharedSolana.devnet,
  EVM_CHAINS: '1',
  EVM_RPC_URL_1: evmUrl,
  BITCOIN_ESPLORA_URL: `${web.origin}/api`,
  BITCOIN_ESPLORA_URL_TESTNET: 'off',
  BITCOIN_ESPLORA_URL_SIGNET: 'off',
  IPFS_GATEWAYS: web.origin,
  ARWEAVE_GATEWAYS: web.origin,
  METADATA_ALLOW_HOSTS: web.host,
});

type Report = { code: number; ok: boolean; of: (what: string) => Result; text: string };

/** Runs the doctor with healthy servers, except where `over` replaces a setting. */
async function doctor(over: Record<string, string> = {}, io = testIo()): Promise<Report> {
  const evmUrl = over.EVM_RPC_URL_1 ?? (await node(evm(1))).url;
  const code = await runDoctor(['--json'], { ...settings(evmUrl), ...over }, io);
  const { ok, results } = JSON.parse(io.out()) as { ok: boolean; results: Result[] };
  const of = (what: string) =>
    results.find((each) => each.what.startsWith(what)) ?? expect.unreachable(`no result for ${what}`);
  return { code, ok, of, text: io.out() };
}

/** Starts a host that accepts connections and never responds; `connected` resolves with its first connection. */
async function silentHost(): Promise<{ url: string; connected: Promise<unknown> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket));
  const connected = once(server, 'connection');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, connected };
}

const refusedUrl = async () => `http://127.0.0.1:${await freePort()}`;

describe('doctor with healthy servers', () => {
  it('the doctor reports every part as ok or not set, exits with 0 and creates nothing if all servers are healthy', async () => {
    const { code, ok, of } = await doctor();
    expect([code, ok]).toEqual([0, true]);
    expect(of('Store SQLite')).toMatchObject({
      status: 'ok',
      found: expect.stringContaining('created at the first start'),
    });
    expect(existsSync(join(folder, 'data'))).toBe(false);
    expect(of('Redis')).toMatchObject({ status: 'not set' });
    expect(of('Solana 101')).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/^mainnet, \d+ ms, reads finalized, getProgramAccounts allowed$/),
    });
    expect(of('Solana 102').found).toMatch(
      /^testnet, \d+ ms, reads confirmed \(getAgGenesisCert: error -32601: .+\), /,
    );
    expect(of('Solana 103').found).toMatch(/^devnet, \d+ ms, reads confirmed, /);
    expect(of('Prices')).toMatchObject({ status: 'ok', found: '23 of 23 tokens priced' });
    expect(of('DAS 101')).toMatchObject({
      status: 'not set',
      set: expect.stringContaining('SOLANA_DAS_URL_101'),
    });
    expect(of('EVM 1')).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(
        /^chain id 1, .* entry point present, factory 1\.0\.0 agrees, factory 2\.0\.0 agrees$/,
      ),
    });
    expect(of('Bitcoin mainnet')).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/^height 900123, /),
    });
    expect(of('IPFS')).toMatchObject({ status: 'ok', found: expect.stringMatching(/^5 bytes in /) });
    expect(of('Arweave')).toMatchObject({ status: 'ok' });
    expect(of('Token list')).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/^built-in, of 20/),
    });
  });

  it('the doctor prints a line for each result, with the setting below it and the counts at the end, without credentials, paths or queries of URLs', async () => {
    const { url } = await node(evm(1));
    const io = testIo();
    const secret = (text: string) =>
      text.replace('http://', 'http://user:secret-password@').concat('/secret-path?api-key=secret-key');
    const env = settings(secret(url));
    expect(await runDoctor([], { ...env, SOLANA_RPC_URL_101: secret(sharedSolana.mainnet) }, io)).toBe(0);
    expect(io.out()).not.toContain('secret');
    expect(io.out()).toMatch(/^ok {7}Store SQLite /);
    expect(io.out()).toContain(`\nok       EVM 1 ${new URL(url).host}  chain id 1, `);
    expect(io.out()).toMatch(/\nnot set {2}DAS 101 {2}.+\n {9}→ SOLANA_DAS_URL_101: a DAS endpoint\n/);
    expect(io.out()).toMatch(/\n\d+ ok, 2 not set\n$/);
  });

  it.skipIf(!ANVIL_RUNS_HERE)(
    'the doctor recognizes the factories of both versions on a real chain (anvil)',
    async () => {
      const anvil = await startAnvil();
      open.push(anvil.stop);
      const code = Object.fromEntries(
        ACCOUNT_VERSION_NAMES.map((version) => [version, compileFactory(version)]),
      );
      for (const version of ACCOUNT_VERSION_NAMES)
        await anvil.ask('anvil_setCode', ACCOUNT_VERSIONS[version].factoryAddress, code[version]?.Factory);
      await anvil.ask('anvil_setCode', ENTRY_POINT_ADDRESS, '0x60');
      const env = { EVM_CHAINS: '1,31337', EVM_RPC_URL_31337: anvil.url };
      expect((await doctor(env)).of('EVM 31337')).toMatchObject({
        status: 'ok',
        found: expect.stringContaining('factory 1.0.0 agrees, factory 2.0.0 agrees'),
      });
      await anvil.ask('anvil_setCode', ACCOUNT_VERSIONS['2.0.0'].factoryAddress, code['2.0.0']?.WrongFactory);
      expect(await doctor(env)).toMatchObject({ code: 1 });
    },
  );
});

describe('EVM endpoints', () => {
  it.each([
    ['refuses the connection', refusedUrl, 'connection refused'],
    ['never responds', async () => (await silentHost()).url, 'no answer in time'],
    ['is not a node', async () => web.origin, 'HTTP 404'],
  ])(
    'the doctor reports an EVM endpoint that %s as a failure, with the variable to set',
    async (_fault, url, found) => {
      const { code, of } = await doctor({ EVM_RPC_URL_1: await url() });
      expect(of('EVM 1')).toMatchObject({
        status: 'failed',
        found,
        set: 'EVM_RPC_URL_1: an endpoint of Ethereum that answers',
      });
      expect(code).toBe(1);
    },
  );

  it('the doctor reports an EVM endpoint of another chain as a failure, with the chain’s id', async () => {
    const { code, of } = await doctor({ EVM_RPC_URL_1: (await node(evm(137))).url });
    expect(of('EVM 1')).toMatchObject({
      status: 'failed',
      found: 'wrong chain: its id is 137',
      set: 'EVM_RPC_URL_1: an endpoint of Ethereum',
    });
    expect(code).toBe(1);
  });

  it.each<[string, Answers, string, string]>([
    [
      'lacks a factory',
      evm(1, { code: { [ACCOUNT_VERSIONS['2.0.0'].factoryAddress]: '0x' } }),
      'warning',
      'factory 2.0.0 absent',
    ],
    [
      'lacks the entry point',
      evm(1, { code: { [ENTRY_POINT_ADDRESS]: '0x' } }),
      'warning',
      'entry point absent',
    ],
    [
      'has a factory that returns another address',
      evm(1, { account: ENTRY_POINT_ADDRESS }),
      'failed',
      'factory 2.0.0 returns another address',
    ],
    [
      'refuses eth_call',
      {
        ...evm(1),
        eth_call: () => {
          throw new UpstreamCallError(-32000, 'not allowed');
        },
      },
      'warning',
      'factory 1.0.0 present, address unknown (refused)',
    ],
  ])('an EVM chain that %s is reported with the contract', async (_fault, answers, status, found) => {
    const { code, of } = await doctor({ EVM_RPC_URL_1: (await node(answers)).url });
    expect(of('EVM 1')).toMatchObject({ status, found: expect.stringContaining(found) });
    expect(code).toBe(status === 'failed' ? 1 : 0);
  });

  it('the doctor reports an EVM chain without an endpoint as not set, with the variable to set', async () => {
    const { code, of } = await doctor({ EVM_CHAINS: '1,686868' });
    expect(of('EVM 686868')).toMatchObject({ status: 'not set', set: 'EVM_RPC_URL_686868' });
    expect(code).toBe(0);
  });
});

describe('Solana endpoints', () => {
  it('the doctor reports a Solana endpoint of another cluster as a failure', async () => {
    const { code, of } = await doctor({ SOLANA_RPC_URL_101: sharedSolana.devnet });
    expect(of('Solana 101')).toMatchObject({
      status: 'failed',
      found: 'wrong chain: this is devnet',
      set: 'SOLANA_RPC_URL_101: a node of mainnet',
    });
    expect(code).toBe(1);
  });

  it('only if SOLANA_CORE_SCAN is set, the doctor warns about a Solana endpoint that refuses getProgramAccounts', async () => {
    const { getProgramAccounts: _, ...answers } = solana(MAINNET);
    const { url } = await node(answers);
    expect((await doctor({ SOLANA_RPC_URL_101: url })).of('Solana 101')).toMatchObject({
      status: 'ok',
      found: expect.stringContaining('getProgramAccounts refused'),
    });
    const scanning = await doctor({ SOLANA_RPC_URL_101: url, SOLANA_CORE_SCAN_101: 'on' });
    expect(scanning.of('Solana 101')).toMatchObject({
      status: 'warning',
      set: 'SOLANA_CORE_SCAN_101: off, or a node that allows scans',
    });
  });

  it('the doctor reports a Solana endpoint that refuses to list token accounts as a failure', async () => {
    const { getTokenAccountsByOwner: _, ...answers } = solana(MAINNET);
    const { code, of } = await doctor({ SOLANA_RPC_URL_101: (await node(answers)).url });
    expect(of('Solana 101').found).toMatch(/getTokenAccountsByOwner is refused: error -32601/);
    expect(code).toBe(1);
  });

  it('the doctor warns about stale price feeds, and VALUES=off skips them', async () => {
    const { url } = await node({ ...solana(MAINNET), ...feeds({ publishTime: 1n }) });
    const { code, of, text } = await doctor({ SOLANA_RPC_URL_101: url });
    expect(of('Prices')).toMatchObject({
      status: 'warning',
      found: '0 of 23 tokens priced (SOL stale, USDC stale, USDT stale, 20 more)',
    });
    expect(code).toBe(0);
    expect(text).toContain('Prices');
    expect((await doctor({ VALUES: 'off' })).text).not.toContain('Prices');
  });

  it('the doctor reports a price feed whose mint has another symbol as a failure', async () => {
    const symbols = { WIF: '$WIF', BONK: 'FAKE' };
    const { url } = await node({ ...solana(MAINNET), ...feeds({ symbols }) });
    const { code, of } = await doctor({ SOLANA_RPC_URL_101: url });
    expect(of('Prices')).toMatchObject({
      status: 'failed',
      found: 'BONK is "FAKE" on-chain',
      set: 'VALUES: off',
    });
    expect(code).toBe(1);
  });

  it('the doctor reports every Solana and DAS endpoint of a list', async () => {
    const das = await node({ getAssetsByOwner: () => ({ items: [], total: 0 }) });
    const { of } = await doctor({
      SOLANA_RPC_URL_101: `${await refusedUrl()},${sharedSolana.mainnet}`,
      SOLANA_DAS_URL_101: `${das.url},${sharedSolana.mainnet}`,
    });
    expect(of('Solana 101')).toMatchObject({ status: 'failed', found: 'connection refused' });
    expect(of(`Solana 101 ${new URL(sharedSolana.mainnet).host}`)).toMatchObject({ status: 'ok' });
    expect(of(`DAS 101 ${new URL(das.url).host}`)).toMatchObject({ status: 'ok' });
    expect(of(`DAS 101 ${new URL(sharedSolana.mainnet).host}`)).toMatchObject({ status: 'failed' });
  });
});

describe('gateways, Esplora servers and token lists', () => {
  it.each<[string, Parameters<typeof webHost>[0], string, string, string]>([
    ['is not a gateway', { '/ipfs/': () => [404, 'no'] }, 'IPFS', 'failed', 'HTTP 404'],
    [
      'is an Esplora server of another network',
      { '/api/block-height/0': () => [200, 'f'.repeat(64)] },
      'Bitcoin mainnet',
      'failed',
      'a server of another network',
    ],
    [
      'is not an Esplora server',
      { '/api/block-height/0': () => [200, '<html>'] },
      'Bitcoin mainnet',
      'failed',
      'not an Esplora server',
    ],
    [
      'is an Esplora server that fails',
      { '/api/block-height/0': () => [502, ''] },
      'Bitcoin mainnet',
      'warning',
      'HTTP 502',
    ],
    [
      'has a token list without tokens',
      { '/tokens.json': () => [200, '[]'] },
      'Token list',
      'failed',
      'Token list: no entry has a valid address',
    ],
    ['has no token list', { '/tokens.json': () => [404, ''] }, 'Token list', 'failed', 'HTTP 404'],
  ])('a host that %s is reported', async (_fault, over, what, status, found) => {
    const host = await webHost(over);
    const { of, code } = await doctor({
      BITCOIN_ESPLORA_URL: `${host.origin}/api`,
      IPFS_GATEWAYS: host.origin,
      METADATA_ALLOW_HOSTS: `${host.host},${web.host}`,
      TOKEN_LIST: `${host.origin}/tokens.json`,
    });
    expect(of(what)).toMatchObject({ status, found, set: expect.stringMatching(/^[A-Z_]+: /) });
    expect(code).toBe(status === 'failed' ? 1 : 0);
  });

  it('the doctor reports a valid token list with its chains', async () => {
    const { of } = await doctor({ TOKEN_LIST: `${web.origin}/tokens.json` });
    expect(of('Token list')).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/^valid, for chains 101, of 20/),
    });
  });

  it('the doctor reports a missing token list file as a failure', async () => {
    const { of } = await doctor({ TOKEN_LIST: join(folder, 'missing.json') });
    expect(of('Token list')).toMatchObject({ status: 'failed', found: 'the file does not exist' });
  });
});

describe('the store', () => {
  async function storeIn(name: string): Promise<string> {
    const dataDir = join(folder, name);
    await (await openStore({ dataDir })).close();
    return dataDir;
  }
  const schemaOf = (dataDir: string) => {
    const connection = openSqlite(join(dataDir, 'satchel.db'));
    const version = Number(connection.all('PRAGMA user_version')[0]?.user_version);
    return { connection, version };
  };

  it('the doctor reports an existing store with its schema version and leaves the store unchanged', async () => {
    const dataDir = await storeIn('existing');
    const { of } = await doctor({ DATA_DIR: dataDir });
    const { connection, version } = schemaOf(dataDir);
    expect(of('Store SQLite')).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(new RegExp(`^schema ${version}, writable, `)),
    });
    expect(connection.all('SELECT name FROM service_secrets')).toEqual([]);
    connection.close();
  });

  it('the doctor reports a store of an earlier version with the schema version after the next start', async () => {
    const dataDir = await storeIn('earlier');
    const { connection, version } = schemaOf(dataDir);
    connection.exec(`PRAGMA user_version = ${version - 1}`);
    connection.close();
    const { of } = await doctor({ DATA_DIR: dataDir });
    expect(of('Store SQLite').found).toMatch(
      new RegExp(`^schema ${version - 1}, updated to ${version} at the next start, writable, `),
    );
  });

  it('the doctor reports a store of a newer version as a failure, with both schema versions', async () => {
    const dataDir = await storeIn('newer');
    const { connection, version } = schemaOf(dataDir);
    connection.exec(`PRAGMA user_version = ${version + 1}`);
    connection.close();
    const { of, code } = await doctor({ DATA_DIR: dataDir });
    expect(of('Store SQLite')).toMatchObject({
      status: 'failed',
      found: `schema ${version + 1} of a newer Satchel; this one knows ${version}`,
      set: 'start the newer version',
    });
    expect(code).toBe(1);
  });

  it('the doctor reports a store file that is not a database as a failure', async () => {
    const dataDir = mkdtempSync(join(folder, 'damaged-'));
    writeFileSync(join(dataDir, 'satchel.db'), 'not a database at all '.repeat(100));
    const { of, code } = await doctor({ DATA_DIR: dataDir });
    expect(of('Store SQLite')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('is not a database'),
    });
    expect(code).toBe(1);
  });

  it('the doctor reports a database server that refuses the connection as a failure, without the address', async () => {
    const port = await freePort();
    const { of, code, text } = await doctor({
      DATABASE_URL: `postgres://user:s3cret@127.0.0.1:${port}/satchel`,
    });
    expect(of('Store Postgres')).toMatchObject({
      status: 'failed',
      found: 'the database cannot be used: connection refused (ECONNREFUSED)',
      set: 'DATABASE_URL: a store that can be opened',
    });
    expect(text).not.toContain('s3cret');
    expect(code).toBe(1);
  });

  it('the doctor reports a Postgres database as new or with its schema version', async () => {
    const postgres: TestPostgres = await startTestPostgres();
    open.push(() => postgres.stop());
    const url = await postgres.createDatabase();
    const found = async () => (await doctor({ DATABASE_URL: url })).of('Store Postgres').found;
    expect(await found()).toMatch(/^new, created at the first start, writable/);
    await (await openStore({ databaseUrl: url, dataDir: '' })).close();
    expect(await found()).toMatch(/^schema \d+, writable/);
  });
});

describe('Redis', () => {
  it('the doctor reports a Redis server that refuses the connection as a failure', async () => {
    const { of, code } = await doctor({ REDIS_URL: `redis://:s3cret@127.0.0.1:${await freePort()}` });
    expect(of('Redis')).toMatchObject({
      status: 'failed',
      found: 'connection refused',
      set: 'REDIS_URL: a Redis that answers',
    });
    expect(code).toBe(1);
  });

  it.skipIf(!hasRedis())('the doctor reports a Redis server that answers with its latency', async () => {
    const redis = await startTestRedis();
    open.push(redis.stop);
    expect((await doctor({ REDIS_URL: redis.url })).of('Redis')).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/^answers in \d+ ms$/),
    });
  });
});

describe('default endpoints', () => {
  // Only lists the checks, because running them would connect to public addresses.
  it('the doctor reports unresponsive default endpoints as failures only for Solana mainnet and the default EVM chain', () => {
    const env = readEnv({ EVM_CHAINS: '8453,1' });
    const failures = [...solanaChecks(env), ...evmChecks(env), ...bitcoinChecks(env), ...gatewayChecks(env)]
      .filter(({ otherwise }) => otherwise.status === 'failed')
      .map(({ what }) => what);
    expect(failures).toEqual(['Solana 101 api.mainnet-beta.solana.com', 'EVM 8453 mainnet.base.org']);
  });
});

describe('the command line of doctor', () => {
  it('the doctor refuses unknown options, and names invalid settings before it checks anything', async () => {
    await expect(runDoctor(['--yaml'], {}, testIo())).rejects.toThrow("Unknown option '--yaml'");
    await expect(runDoctor(['now'], {}, testIo())).rejects.toThrow("Unexpected argument 'now'");
    await expect(runDoctor([], { PORT: 'x' }, testIo())).rejects.toThrow(
      /^The configuration is invalid:\n {2}PORT: /,
    );
  });

  it('Ctrl+C ends the doctor with 130 and no report, although a host does not respond', async () => {
    const { url, connected } = await silentHost();
    const env = {
      ...settings(url),
      TOKEN_LIST: `${url}/list.json`,
      DATABASE_URL: url.replace('http', 'postgres'),
    };
    const child = spawn(process.execPath, ['dist/doctor.js'], {
      env: { NODE_ENV: 'production', PATH: process.env.PATH, ...env },
    });
    let out = '';
    child.stdout.on('data', (text) => {
      out += text;
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await connected;
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(out).toBe('');
  });
});
