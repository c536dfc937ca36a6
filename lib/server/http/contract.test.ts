import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import keys from '@/lib/bitcoin/vectors/keys.json';
import accounts from '@/lib/btc-account/vectors/accounts.json';
import { writeJson } from '@/lib/json/exact-write';
import { methods } from '@/lib/rpc/methods';
import { MAINNET_CHAIN_ID } from '@/lib/solana/programs';
import { SAMPLE_NAME, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testEvmNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { type RecordedAccount, solanaVectors } from '@/lib/testing/solana/solana-vectors';

// Tests the contract over HTTP, with a complete service and recorded data behind its upstreams.

const BITLAYER = 686868;
/** x coordinate of the generator of secp256k1. Only one test in this file looks up this key on a failing chain. */
const G = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const snapshotAccount = ({ pubkey, owner, lamports, data }: RecordedAccount) => ({
  pubkey,
  owner,
  lamports: BigInt(lamports ?? 1),
  data,
});

let running: RunningService;
let solana: TestNode;
let others: TestNode;
let evm: Awaited<ReturnType<typeof testEvmNode>>;

beforeAll(async () => {
  const recorded = solanaVectors();
  const first = recorded
    .filter(({ expected }) => expected.alt === 0)
    .map(({ account }) => snapshotAccount(account));
  const alternatives = recorded
    .filter(({ expected }) => expected.alt > 0)
    .map(({ account }) => snapshotAccount(account));
  solana = await testNode(sampleNode(snapshotOf(1000, first)));
  // Alternatives replace earlier recordings of the same addresses.
  others = await testNode(sampleNode(snapshotOf(1000, [...first, ...alternatives])));
  const deployed = accounts.published.filter(({ isDeployed }) => isDeployed);
  evm = await testEvmNode(
    Object.fromEntries(
      deployed.map(({ smartAccountAddress }) => [smartAccountAddress.toLowerCase(), '0x6080']),
    ),
  );
  running = await runService({
    SOLANA_RPC_URL_101: solana.url,
    SOLANA_RPC_URL_102: others.url,
    [`EVM_RPC_URL_${BITLAYER}`]: evm.url,
    EVM_RPC_URL_1: evm.url,
  });
});
afterAll(async () => {
  await running?.stop();
  await Promise.all([solana?.close(), others?.close(), evm?.close()]);
});

const lookUp = (config: object, over: object = {}) =>
  running.call('/evm-chain', {
    jsonrpc: '2.0',
    id: 1,
    chainId: BITLAYER,
    method: 'svc_aa_getBTCAccount',
    params: [{ name: 'BTC', ...config }],
    ...over,
  });
const reverse = (query: object, over: object = {}) =>
  running.call('/evm-chain', {
    jsonrpc: '2.0',
    id: 1,
    method: 'svc_aa_getBTCAccountsByAddress',
    params: [query],
    ...over,
  });

describe('svc_aa_getBTCAccount through POST /evm-chain', () => {
  it.each(accounts.published)(
    'returns the published Bitcoin account $smartAccountAddress',
    async ({ chainId, version, btcPublicKey, owner, smartAccountAddress, isDeployed, p2wpkh }) => {
      const { text } = await lookUp({ version, btcPublicKey, btcAddress: p2wpkh }, { chainId });
      expect(text).toBe(
        writeJson({
          jsonrpc: '2.0',
          id: 1,
          result: {
            chainId,
            isDeployed,
            eoaAddress: owner,
            factoryAddress: accounts.versions[version as '1.0.0'].factoryAddress,
            entryPointAddress: accounts.entryPointAddress,
            smartAccountAddress,
            owner,
            name: 'BTC',
            version,
            index: 0,
            btcPublicKey,
          },
        }),
      );
    },
  );

  it.each(accounts.computed)(
    'returns the computed Bitcoin account $smartAccountAddress',
    async ({ version, btcPublicKey, smartAccountAddress }) => {
      const { json } = await lookUp({ version, btcPublicKey });
      expect(json.result).toMatchObject({ smartAccountAddress, btcPublicKey, version });
    },
  );

  it('a lookup with an address that does not match the key returns the key’s account and does not record the address', async () => {
    const { btcPublicKey, btcAddress } = accounts.mismatchedPair;
    expect((await lookUp({ version: '2.0.0', btcPublicKey, btcAddress })).json.result.btcPublicKey).toBe(
      btcPublicKey,
    );
    const { json } = await reverse({ btcAddress });
    expect(json.result.map((row: { publicKey: string }) => row.publicKey)).not.toContain(btcPublicKey);
  });

  it.each(keys.vectors.map((vector) => [vector.source, vector] as const))(
    'returns the owner of the key from %s and finds the key by its mainnet addresses',
    async (_, vector) => {
      const { json } = await lookUp({ version: '1.0.0', btcPublicKey: vector.btcPublicKey });
      if (vector.form === 'x-only') {
        expect(json.error).toMatchObject({
          code: -32602,
          data: {
            reason: 'x-only-public-key',
            path: 'params[0].btcPublicKey',
            candidates: [`02${vector.xOnly}`, `03${vector.xOnly}`],
          },
        });
        return;
      }
      const { smartAccountAddress, owner } = json.result;
      expect(owner).toBe(vector.eoaAddress);
      const { p2pkh, p2shP2wpkh, p2wpkh, p2tr } = vector.addresses.mainnet;
      const found = (await reverse({ address: smartAccountAddress }, { chainId: BITLAYER })).json.result;
      const rows = found.filter((row: { version: string }) => row.version === '1.0.0');
      expect(rows.map((row: { btcAddress: string }) => row.btcAddress)).toEqual(
        [p2pkh, p2shP2wpkh, p2wpkh, p2tr].sort(),
      );
      for (const row of rows) {
        expect(Object.keys(row)).toEqual([
          'btcAddress',
          'chainId',
          'version',
          'aaAddress',
          'publicKey',
          'createdAt',
          'updatedAt',
        ]);
        expect(row).toMatchObject({
          aaAddress: smartAccountAddress,
          publicKey: vector.compressed,
          chainId: BITLAYER,
        });
        expect(row.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      }
      const byAddress = (await reverse({ btcAddress: p2tr }, { chainId: BITLAYER })).json.result;
      expect(byAddress.map((row: { btcAddress: string }) => row.btcAddress)).toContain(p2tr);
    },
  );

  it.each([
    ['private-key', 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'],
    ['private-key', '5HpHagT65TZzG1PH3CSu63k8DbpvD8s5ip4nEB3kEsreAnchuDf'],
    ['private-key', 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA'],
    [
      'extended-key',
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    ],
  ])('rejects a %s in btcPublicKey and in btcAddress without echoing the secret', async (reason, secret) => {
    const btcPublicKey = `02${G}`;
    const asKey = await lookUp({ version: '1.0.0', btcPublicKey: ` ${secret}` });
    const asAddress = await lookUp({ version: '1.0.0', btcPublicKey, btcAddress: secret });
    const { message } = asAddress.json.error;
    expect(asAddress.json.error.data).toEqual({ reason, path: 'params[0].btcAddress' });
    expect(asKey.json.error).toEqual({
      code: -32602,
      message,
      data: { reason, path: 'params[0].btcPublicKey' },
    });
    expect(asKey.text + asAddress.text).not.toContain(secret.slice(1, 20));
  });

  it('returns -32002 if the chain does not respond, and names the variable to set if the chain has no endpoint', async () => {
    evm.fault = () => ({ status: 500 });
    const [{ btcPublicKey = '' } = {}] = keys.vectors;
    const failed = (await lookUp({ version: '2.0.0', btcPublicKey }, { chainId: 1 })).json;
    evm.fault = undefined;
    expect(failed.error).toMatchObject({ code: -32002, data: { reason: expect.any(String) } });
    expect(JSON.stringify(failed)).not.toContain('127.0.0.1');
    const none = (await lookUp({ version: '2.0.0', btcPublicKey }, { chainId: 111 })).json;
    expect(none.error).toMatchObject({
      code: -32002,
      data: { reason: 'no-endpoint', variable: 'EVM_RPC_URL_111' },
    });
  });

  it('if the chain does not respond, the error contains the account without isDeployed and nothing is recorded', async () => {
    const config = { version: '1.0.0', btcPublicKey: `02${G}` };
    const { isDeployed: _, ...account } = (await lookUp(config, { chainId: 31337 })).json.result;
    for (const chainId of [1, 111]) {
      evm.fault = () => ({ status: 500 });
      const { error } = (await lookUp(config, { chainId })).json;
      evm.fault = undefined;
      expect(error).toMatchObject({ code: -32002, data: { account: { ...account, chainId } } });
      expect(error.data.account).not.toHaveProperty('isDeployed');
      expect((await reverse({ address: account.smartAccountAddress }, { chainId })).json.result).toEqual([]);
    }
    const several = [config, { ...config, extended: true }].map((each) => ({ name: 'BTC', ...each }));
    const { error } = (await lookUp({}, { chainId: 111, params: several })).json;
    expect(error.data.account).toEqual(Array(2).fill({ ...account, chainId: 111 }));
  });

  it.each([
    ['plain', false],
    ['extended', true],
  ])(
    'a lookup in the %s form returns the account without waiting for a node’s Retry-After of an hour',
    async (_, extended) => {
      const limited = await testEvmNode({});
      limited.fault = () => ({ status: 429, headers: { 'Retry-After': '3600' } });
      const service = await runService({ EVM_RPC_URL_1: limited.url });
      try {
        const { json } = await service.call('/evm-chain', {
          id: 1,
          chainId: 1,
          method: 'svc_aa_getBTCAccount',
          params: [{ name: 'BTC', version: '1.0.0', btcPublicKey: `02${G}`, extended }],
        });
        const { smartAccountAddress } = extended ? json.result : json.error.data.account;
        expect(smartAccountAddress).toMatch(/^0x/);
      } finally {
        await service.stop();
        await limited.close();
      }
    },
  );

  it('the error for an unsupported chain lists the supported chains and says which of them have no endpoint', async () => {
    const { error } = (await lookUp({}, { chainId: 999_999_999 })).json;
    expect(error).toMatchObject({ code: -32001, data: { reason: 'unsupported-chain' } });
    const { supported, withoutEndpoint } = error.data;
    expect(withoutEndpoint).toContain(111);
    expect(withoutEndpoint).not.toContain(1);
    expect(supported).toEqual(expect.arrayContaining([1, ...withoutEndpoint]));
  });
});

describe('svc_aa_getBTCAccount with extended: true', () => {
  type Published = (typeof accounts.published)[number];
  const [{ btcPublicKey, owner, smartAccountAddress }, other] = accounts.published as [Published, Published];
  const plain = { version: '1.0.0', btcPublicKey };
  const extended = { ...plain, extended: true };
  const onSample = { chainId: 31337 };
  /** Expected deployment data of an owner's account, with the ABI encoding of `createAccount(address,uint256)`. */
  const deployment = (factory: string, of: string) => {
    const call = `5fbfb9cf${of.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}`;
    return { factoryData: `0x${call}`, initCode: `${factory.toLowerCase()}${call}` };
  };

  it('the extended format leaves the documented fields unchanged and appends the on-chain state', async () => {
    const documented = (await lookUp(plain, onSample)).text;
    const answer = await lookUp(extended, onSample);
    expect(answer.json.result).toEqual({
      ...JSON.parse(documented).result,
      implementationAddress: accounts.versions['1.0.0'].implementation,
      ...deployment(accounts.versions['1.0.0'].factoryAddress, owner),
      factory: 'present',
      entryPoint: 'present',
      factoryAgrees: true,
      balance: '250000000000000000',
      currentOwner: owner,
      reasons: {},
    });
    // The extended format starts with the exact text of the default format.
    expect(answer.text.startsWith(documented.slice(0, documented.lastIndexOf('}}')))).toBe(true);
    expect(Object.keys(answer.json.result).slice(11)).toEqual(
      'implementationAddress factoryData initCode factory entryPoint factoryAgrees balance currentOwner reasons'.split(
        ' ',
      ),
    );
    for (const config of [plain, { ...plain, extended: false }])
      expect((await lookUp(config, onSample)).text).toBe(documented);
    const newer = await lookUp({ ...extended, version: '2.0.0', btcPublicKey: other.btcPublicKey }, onSample);
    expect(newer.json.result).toMatchObject({ isDeployed: false, factoryAgrees: true, balance: '0' });
    expect(newer.json.result).not.toHaveProperty('currentOwner');
  });

  it('records an extended lookup like any other lookup', async () => {
    const { result } = (await lookUp({ ...extended, btcPublicKey: other.btcPublicKey }, onSample)).json;
    const rows = (await reverse({ address: result.smartAccountAddress }, onSample)).json.result;
    expect(rows).toHaveLength(4);
  });

  it('sends single calls to a node without batch support, and reports the calls that the node rejects', async () => {
    const { result } = (await lookUp(extended)).json;
    expect(result).toMatchObject({
      smartAccountAddress,
      isDeployed: true,
      factory: 'absent',
      entryPoint: 'absent',
      factoryAgrees: null,
      balance: null,
      reasons: { factoryAgrees: 'no-factory', balance: 'refused', currentOwner: 'refused' },
    });
    expect(result).not.toHaveProperty('currentOwner');
  });

  it('the extended format reports why isDeployed is null when the chain does not respond, and the lookup is recorded', async () => {
    const config = { version: '2.0.0', btcPublicKey: `02${G}`, extended: true };
    const documented = (await lookUp({ ...config, extended: false }, onSample)).json.result;
    for (const [chainId, reason] of [
      [1, 'no-answer'],
      [111, 'no-endpoint'],
    ] as const) {
      evm.fault = () => ({ status: 500 });
      const { result } = (await lookUp(config, { chainId })).json;
      evm.fault = undefined;
      expect(result).toEqual({
        ...documented,
        chainId,
        isDeployed: null,
        implementationAddress: accounts.versions['2.0.0'].implementation,
        ...deployment(accounts.versions['2.0.0'].factoryAddress, documented.owner),
        factory: 'unknown',
        entryPoint: 'unknown',
        factoryAgrees: null,
        balance: null,
        reasons: {
          isDeployed: reason,
          factory: reason,
          entryPoint: reason,
          factoryAgrees: reason,
          balance: reason,
        },
      });
      expect(Object.keys(result).slice(0, 2)).toEqual(['chainId', 'isDeployed']);
      const rows = (await reverse({ address: result.smartAccountAddress }, { chainId })).json.result;
      expect(rows).toHaveLength(4);
    }
  });

  it.each(['true', 1, {}])('rejects %j as the value of the extended option', async (wrong) => {
    expect((await lookUp({ ...plain, extended: wrong }, onSample)).json.error).toMatchObject({
      code: -32602,
      data: { path: 'params[0].extended' },
    });
  });
});

describe('enhancedGetTokensAndNFTs through POST /solana', () => {
  const list = (chainId: number, owner: string, options: object = {}) =>
    running.call('/solana', {
      jsonrpc: '2.0',
      id: 1,
      chainId,
      method: 'enhancedGetTokensAndNFTs',
      params: [owner, options],
    });

  // Every recorded token account with a balance must be in its owner's listing, with the exact amount.
  const recorded = solanaVectors('token', 'token2022').filter(({ expected }) => {
    const { amount, isInitialized } = (expected.decoded ?? {}) as { amount: string; isInitialized: boolean };
    return amount !== '0' && isInitialized;
  });
  const latest = new Map(recorded.map((vector) => [vector.account.pubkey, vector.expected.alt]));
  // If an account was recorded several times, the second chain serves the last recording.
  const held = recorded.filter(
    ({ account, expected: { alt } }) => alt === 0 || alt === latest.get(account.pubkey),
  );

  it.each(held.map((vector) => [`${vector.account.pubkey} alt ${vector.expected.alt}`, vector] as const))(
    'lists the recorded token account %s',
    async (_, { account, expected }) => {
      const { owner, amount, mint } = expected.decoded as { owner: string; amount: string; mint: string };
      const chainId = expected.alt === 0 ? 101 : 102;
      const { json, text } = await list(chainId, owner, { extended: true });
      const items = [...json.result.nfts, ...json.result.tokens];
      const item = items.find((one: { address: string }) => one.address === account.pubkey);
      expect(item).toMatchObject({ mint, amountString: amount, programId: account.owner });
      expect(text).toContain(`"amount":${amount},`);
    },
  );

  it('enhancedGetTokensAndNFTs returns only the documented fields, in the documented order', async () => {
    const { json } = await running.call(
      '/solana',
      methods.find(({ name }) => name === 'enhancedGetTokensAndNFTs')?.example && {
        id: 1,
        chainId: 104,
        method: 'enhancedGetTokensAndNFTs',
        params: methods[0]?.example.params,
      },
    );
    expect(Object.keys(json)).toEqual(['jsonrpc', 'id', 'chainId', 'result']);
    expect(Object.keys(json.result)).toEqual(['lamports', 'nfts', 'tokens']);
    expect(Object.keys(json.result.nfts[0])).toEqual([
      'mint',
      'address',
      'isSemiFungible',
      'name',
      'symbol',
      'image',
      'sellerFeeBasisPoints',
      'metadata',
    ]);
    expect(Object.keys(json.result.nfts[0].metadata)).toEqual([
      'key',
      'updateAuthority',
      'mint',
      'data',
      'primarySaleHappened',
      'isMutable',
      'editionNonce',
    ]);
    expect(Object.keys(json.result.nfts[0].metadata.data)).toEqual([
      'name',
      'symbol',
      'uri',
      'sellerFeeBasisPoints',
      'creators',
    ]);
    expect(Object.keys(json.result.tokens[0])).toEqual([
      'decimals',
      'amount',
      'address',
      'mint',
      'name',
      'symbol',
      'image',
    ]);
  });

  it('returns 0 lamports and empty lists for an account that does not exist', async () => {
    const { json } = await list(101, 'DKeN8ELZUgMdG1a8gGykeymBr89sZttGFsHKMnapXMgM');
    expect(json).toEqual({
      jsonrpc: '2.0',
      id: 1,
      chainId: 101,
      result: { lamports: 0, nfts: [], tokens: [] },
    });
  });

  it('accepts a .sol name in any case as the address, in every form of params', async () => {
    const { text } = await list(104, SAMPLE_WALLET);
    for (const params of [
      [SAMPLE_NAME],
      [{ accountAddress: SAMPLE_NAME.toUpperCase() }],
      { accountAddress: SAMPLE_NAME },
    ]) {
      const request = { jsonrpc: '2.0', id: 1, chainId: 104, method: 'enhancedGetTokensAndNFTs', params };
      expect((await running.call('/solana', request)).text).toBe(text);
    }
  });

  it.each([
    ['name-not-found', 'nobody-has-this.sol'],
    ['invalid-name', '.sol'],
    ['invalid-name', 'a.b.c.sol'],
    ['invalid-name', `${'x'.repeat(65)}.sol`],
    ['invalid-base58-character', 'satchel.eth'],
  ])('rejects, with the reason %s, the .sol name %s', async (reason, name) => {
    const { json } = await list(104, name);
    expect(json.error).toMatchObject({ code: -32602, data: { reason, path: 'params[0]' } });
    const byName = {
      id: 1,
      chainId: 104,
      method: 'enhancedGetTokensAndNFTs',
      params: { accountAddress: name },
    };
    expect((await running.call('/solana', byName)).json.error.data).toEqual({
      ...json.error.data,
      path: 'params.accountAddress',
    });
  });

  it('all forms of params for the same call get the same response', async () => {
    const address = 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A';
    const forms: unknown[] = [
      [address, { parseMetadataUri: true }],
      [{ accountAddress: address }, { options: { parseMetadataUri: true } }],
      { accountAddress: address, options: { parseMetadataUri: true } },
      [address, { options: { parseMetadataUri: true } }],
      { accountAddress: address, parseMetadataUri: true },
    ];
    const texts = await Promise.all(
      forms.map(
        async (params) =>
          (await running.call('/solana', { id: 1, chainId: 104, method: 'enhancedGetTokensAndNFTs', params }))
            .text,
      ),
    );
    expect(texts[0]).toContain('"uriData"');
    expect(new Set(texts).size).toBe(1);
  });
});

describe('documented examples', () => {
  // Skip examples on mainnet: a new server has no data for them.
  const onSample = methods.filter(({ example }) => example.chainId !== MAINNET_CHAIN_ID);
  it.each(onSample.map((method) => [method.name, method] as const))(
    'returns the documented example for %s',
    async (_, method) => {
      const { example, group, name } = method;
      if (name === 'svc_aa_getBTCAccountsByAddress')
        await lookUp(
          { version: '1.0.0', btcPublicKey: accounts.published[0]?.btcPublicKey },
          { chainId: example.chainId },
        );
      const { text } = await running.call(`/${group}`, {
        jsonrpc: '2.0',
        id: 1,
        chainId: example.chainId,
        method: name,
        params: example.params,
      });
      const times = /"(createdAt|updatedAt)":"[^"]*"/g;
      const expected = writeJson({
        jsonrpc: '2.0',
        id: 1,
        ...(method.echoesChainId ? { chainId: example.chainId } : {}),
        result: example.result,
      });
      expect(text.replace(times, '"$1":""')).toBe(expected.replace(times, '"$1":""'));
    },
  );
});
