import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import { UpstreamUnavailableError } from '@/lib/errors';
import { scopeOf } from '@/lib/promises/request-scope';
import type { Ports } from '@/lib/services/ports';
import type { Call } from '../define-method';
import { svc_aa_getBTCAccount as method } from './svc_aa_getBTCAccount';

const { published, computed, mismatchedPair } = JSON.parse(
  readFileSync(new URL('../../btc-account/vectors/accounts.json', import.meta.url), 'utf8'),
);
const KEY: string = published[0].btcPublicKey;
const G = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const config = (more = {}) => ({ name: 'BTC', version: '1.0.0', btcPublicKey: KEY, ...more });

function harness() {
  const recorded: BtcAccountPairing[] = [];
  const asked: string[] = [];
  const context = {
    evm: {
      chainIds: [1],
      isDeployed: async (_: number, address: string) => {
        asked.push(address);
        return address === published[0].smartAccountAddress;
      },
    },
    btcAccounts: {
      record: async (pairings: readonly BtcAccountPairing[]) => void recorded.push(...pairings),
      find: async () => [],
    },
    settings: { defaultEvmChainId: 1 },
  } as unknown as Ports;
  const call = async (params: unknown, info: Partial<Call> = {}) =>
    method.handler(
      method.readParams(params),
      context,
      { chainId: 686868, chainIdGiven: true, ...info },
      scopeOf(new AbortController().signal),
    );
  return { call, context, recorded, asked };
}

const refusal = (params: unknown) => {
  try {
    method.readParams(params);
  } catch (thrown) {
    const { name, reason, path, data } = thrown as {
      name: string;
      reason: string;
      path: string;
      data: object;
    };
    return { name, reason, path, data };
  }
};

describe('svc_aa_getBTCAccount', () => {
  it('svc_aa_getBTCAccount returns the published and the computed accounts with the documented fields in order', async () => {
    const { call } = harness();
    for (const { owner } of published) expect(owner).toMatch(/^0x/);
    for (const { btcPublicKey, version, smartAccountAddress, owner } of [...published, ...computed]) {
      const result = await call([{ name: 'BTC', version, btcPublicKey: `0X${btcPublicKey.toUpperCase()}` }]);
      expect(result).toMatchObject({ btcPublicKey, version, smartAccountAddress, chainId: 686868, index: 0 });
      // The published data does not include the owners of some accounts.
      if (owner) expect(result).toMatchObject({ owner, eoaAddress: owner });
      expect(Object.keys(result)).toEqual(
        'chainId isDeployed eoaAddress factoryAddress entryPointAddress smartAccountAddress owner name version index btcPublicKey'.split(
          ' ',
        ),
      );
    }
  });

  it('svc_aa_getBTCAccount returns the documented example, with isDeployed from the chain', async () => {
    const { call } = harness();
    const { params, result, chainId } = method.example;
    expect(await call(params, { chainId })).toEqual(result);
    expect(await call([config({ version: '2.0.0' })])).toMatchObject({ isDeployed: false });
  });

  it('assigns no cache key to text that is not a hex public key', () => {
    const cacheKey = (btcPublicKey: string) => method.responseCache?.cacheKey([config({ btcPublicKey })]);
    expect(cacheKey(KEY)).toBeDefined();
    for (const text of [`${KEY} as an array`, ` ${KEY}`, '']) expect(cacheKey(text)).toBeUndefined();
  });

  it('assigns a cache key only to a single plain account config without unknown fields', () => {
    const cacheKey = (params: unknown) => method.responseCache?.cacheKey(params);
    expect(cacheKey([config()])).toBeDefined();
    expect(cacheKey([config({ extended: true })])).toBeUndefined();
    expect(cacheKey([config({ extended: false })])).toBeUndefined();
    expect(cacheKey([config({ unknown: 1 })])).toBeUndefined();
    expect(cacheKey([config(), config()])).toBeUndefined();
  });

  it('returns the accounts of plain and extended configs in one call in order', async () => {
    const { call, context, asked, recorded } = harness();
    context.evm.readAccountState = async () => ({
      isDeployed: false,
      factory: 'unknown',
      entryPoint: 'present',
      factoryAgrees: null,
      balance: null,
      currentOwner: null,
      reasons: { factory: 'refused', factoryAgrees: 'no-answer', balance: 'malformed' },
    });
    const answers = await call([config({ extended: true }), config(), config({ extended: true })]);
    expect(answers).toHaveLength(3);
    expect(method.result.safeParse(answers)).toMatchObject({ success: true, data: answers });
    expect(answers).toEqual([
      { ...(await call([config({ extended: true })])) },
      await call([config()]),
      await call([config({ extended: true })]),
    ]);
    expect(Object.keys((answers as object[])[0] ?? {})).toHaveLength(19);
    expect(Object.keys((answers as object[])[1] ?? {})).toHaveLength(11);
    expect(asked).toHaveLength(2);
    expect(recorded).toHaveLength(6);
  });

  it('accepts an account config in every form of params', async () => {
    const { call } = harness();
    const expected = await call([config()]);
    for (const params of [
      config(),
      { accountConfig: config() },
      [{ accountConfig: config() }],
      [config({ unknown: 1 })],
    ])
      expect(await call(params)).toEqual(expected);
  });

  it('returns the accounts of several configs in order with one chain query', async () => {
    const { call, asked, recorded } = harness();
    const several = await call([config(), config({ version: '2.0.0' })]);
    expect(several).toMatchObject([
      { version: '1.0.0', isDeployed: true },
      { version: '2.0.0', isDeployed: false },
    ]);
    expect(asked).toHaveLength(2);
    expect(recorded).toHaveLength(2);
    expect(await call(Array(100).fill(config()))).toHaveLength(100);
    expect(method.units(method.readParams(Array(100).fill(config())))).toBe(100);
    const extended = config({ extended: true });
    expect(method.units(method.readParams([config(), extended, config({ extended: false })]))).toBe(4);
  });

  it('lookups that differ in chain, deployment, address or spelling do not affect each other’s results and records', async () => {
    const { call, context, recorded } = harness();
    const first = await call([config()], { chainId: 1 });
    expect(await call([config()], { chainId: 56 })).toEqual({ ...first, chainId: 56 });
    expect(await call([config()], { chainId: 1 })).toEqual(first);
    expect(recorded.map(({ chainId }) => chainId)).toEqual([1, 56, 1]);
    context.evm.isDeployed = async () => false;
    expect(await call([config()], { chainId: 1 })).toEqual({ ...first, isDeployed: false });
    context.evm.isDeployed = async () => true;
    expect(await call([config()], { chainId: 1 })).toEqual(first);
    expect(await call([config({ btcPublicKey: ` 0x${KEY.toUpperCase()} ` })], { chainId: 1 })).toEqual(first);
    recorded.length = 0;
    await call([config({ btcAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' })], { chainId: 1 });
    await call([config()], { chainId: 1 });
    expect(recorded.map(({ provenAddress }) => provenAddress)).toEqual([undefined, undefined]);
    const withNulls = [config({ btcAddress: null, index: null, extended: null })];
    expect(await call(withNulls, { chainId: 1 })).toEqual(first);
    for (const wrong of [{ btcAddress: 7 }, { name: 'ETH' }, { version: '3.0.0' }, { btcPublicKey: 7 }])
      expect(refusal([config(wrong)])).toMatchObject({ path: `params[0].${Object.keys(wrong)[0]}` });
  });

  it('records the four standard addresses of a key, and the requested address if it is another address of the key', async () => {
    const { call, recorded } = harness();
    await call([config()]);
    await call([config({ btcAddress: published[0].p2wpkh.toUpperCase() })]);
    expect(recorded[0]).toMatchObject({ publicKey: KEY, chainId: 686868, version: '1.0.0' });
    expect(recorded[0]?.btcAddresses()).toHaveLength(4);
    expect(recorded[0]?.btcAddresses()).toContain(published[0].p2wpkh);
    expect(recorded[0]).not.toHaveProperty('provenAddress');
    expect(JSON.stringify(recorded[1])).toBe(JSON.stringify(recorded[0]));
    const { call: callG, recorded: recordedG } = harness();
    const testnet = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
    await callG([config({ btcPublicKey: `02${G}`, btcAddress: testnet })]);
    expect(recordedG[0]?.provenAddress).toBe(testnet);
  });

  it('a lookup with an address that does not match the key returns the key’s account and does not record the address', async () => {
    const { btcPublicKey, btcAddress } = mismatchedPair;
    const { call, recorded } = harness();
    const result = await call([config({ version: '2.0.0', btcPublicKey, btcAddress })]);
    expect(result).toMatchObject({ smartAccountAddress: computed[2].smartAccountAddress });
    expect(JSON.stringify(recorded)).not.toContain(btcAddress);
  });

  it('if the chain does not respond, the error contains the account and nothing is recorded', async () => {
    const { call, context, recorded } = harness();
    context.evm.isDeployed = async () => {
      throw new UpstreamUnavailableError('no-endpoint', 'none');
    };
    await expect(call([config()])).rejects.toMatchObject({
      reason: 'no-endpoint',
      data: { account: { smartAccountAddress: published[0].smartAccountAddress } },
    });
    expect(recorded).toEqual([]);
  });

  it.each([
    ['missing-params', 'params', undefined],
    ['missing-params', 'params', []],
    ['invalid-type', 'params', 'x'],
    ['invalid-type', 'params[0]', [null]],
    ['invalid-type', 'params[0]', ['x']],
    ['invalid-type', 'params.accountConfig', { accountConfig: [config()] }],
    ['invalid-value', 'params.name', {}],
    ['invalid-value', 'params[0].name', [config({ name: 'btc' })]],
    ['invalid-value', 'params[0].version', [config({ version: '1.0' })]],
    ['invalid-value', 'params[1].version', [config(), config({ version: '3.0.0' })]],
    ['invalid-type', 'params[0].btcPublicKey', [config({ btcPublicKey: undefined })]],
    ['invalid-type', 'params[0].btcAddress', [config({ btcAddress: 1 })]],
    ['not-hex', 'params[1].btcPublicKey', [config(), config({ btcPublicKey: 'zz' })]],
    [
      'not-on-curve',
      'params.accountConfig.btcPublicKey',
      { accountConfig: config({ btcPublicKey: `02${'05'.padStart(64, '0')}` }) },
    ],
    [
      'bad-checksum',
      'params[0].btcAddress',
      [config({ btcAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5' })],
    ],
    ['unsupported-address-type', 'params[0].btcAddress', [config({ btcAddress: 'BC1SW50QGDZ25J' })]],
    ['too-many-configs', 'params', Array(101).fill(config())],
  ])('svc_aa_getBTCAccount rejects invalid params with %s at %s', (reason, path, params) => {
    expect(refusal(params)).toMatchObject({ name: 'InvalidInputError', reason, path });
  });

  it('svc_aa_getBTCAccount rejects an x-only key and returns both candidate keys', () => {
    expect(refusal([config({ btcPublicKey: G })])).toEqual({
      name: 'InvalidInputError',
      reason: 'x-only-public-key',
      path: 'params[0].btcPublicKey',
      data: { candidates: [`02${G}`, `03${G}`] },
    });
  });
});
