import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  pad,
  parseAbi,
} from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { keccakAfter, keccakHex } from '@/lib/evm/address';
import {
  ACCOUNT_VERSION_NAMES,
  ACCOUNT_VERSIONS,
  type AccountVersion,
  ENTRY_POINT_ADDRESS,
} from './account-versions';
import { derivationSteps } from './derivation-steps';
import { accountsOfKey, deriveAccount, deriveAccounts } from './derive-account';
import { PROXY_CREATION_CODE } from './proxy-creation-code.generated';

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
type Pair = { version: AccountVersion; btcPublicKey: string; smartAccountAddress: string; owner?: string };
const accounts = read('./vectors/accounts.json') as {
  entryPointAddress: string;
  versions: Record<
    AccountVersion,
    {
      factoryAddress: Hex;
      implementation: Hex;
      proxyCreationCodeKeccak256: string;
      proxyCreationCodeBytes: number;
    }
  >;
  published: Pair[];
  computed: Pair[];
};
const pairs = [...accounts.published, ...accounts.computed];

describe('account versions', () => {
  for (const version of ACCOUNT_VERSION_NAMES)
    it(`account version ${version} uses the published proxy code, factory and implementation`, () => {
      const expected = accounts.versions[version];
      const code = Buffer.from(PROXY_CREATION_CODE[version], 'hex');
      expect(code.length).toBe(expected.proxyCreationCodeBytes);
      expect(`0x${Buffer.from(keccak_256(code)).toString('hex')}`).toBe(expected.proxyCreationCodeKeccak256);
      expect(ACCOUNT_VERSIONS[version]).toEqual({
        factoryAddress: expected.factoryAddress,
        implementation: expected.implementation,
      });
      expect(getContractAddress({ from: expected.factoryAddress, nonce: 1n })).toBe(expected.implementation);
      expect(ENTRY_POINT_ADDRESS).toBe(accounts.entryPointAddress);
    });
});

describe('deriveAccount', () => {
  it.each(pairs)(
    'derives $smartAccountAddress for version $version of $btcPublicKey',
    ({ version, btcPublicKey, smartAccountAddress, owner }) => {
      const account = deriveAccount({ version, btcPublicKey }, 686868);
      expect(account).toMatchObject({
        smartAccountAddress,
        chainId: 686868,
        name: 'BTC',
        version,
        index: 0,
        btcPublicKey,
      });
      expect(account.eoaAddress).toBe(account.owner);
      expect(account.owner).toBe(owner ?? accountsOfKey(btcPublicKey).owner);
    },
  );

  it('derives the published owner addresses from the published keys', () => {
    for (const { compressed, eoaAddress, form } of read('../bitcoin/vectors/keys.json').vectors)
      if (form !== 'x-only') expect(accountsOfKey(compressed).owner).toBe(eoaAddress);
  });

  it('a derived account has the documented fields in the documented order', () => {
    const [first] = deriveAccounts(pairs[0]?.btcPublicKey ?? '', 1);
    expect(Object.keys(first ?? {})).toEqual(
      'chainId eoaAddress factoryAddress entryPointAddress smartAccountAddress owner name version index btcPublicKey'.split(
        ' ',
      ),
    );
  });

  it('derives the same accounts as viem from random keys', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: secp256k1.Point.Fn.ORDER - 1n }), (scalar) => {
        const point = secp256k1.Point.BASE.multiply(scalar);
        const owner = publicKeyToAddress(`0x${point.toHex(false)}`);
        const ours = accountsOfKey(point.toHex(true));
        expect(ours.owner).toBe(owner);
        for (const version of ACCOUNT_VERSION_NAMES) {
          const { factoryAddress, implementation } = ACCOUNT_VERSIONS[version];
          const call = encodeFunctionData({
            abi: parseAbi(['function initialize(address owner)']),
            args: [owner],
          });
          const bytecode = concat([
            `0x${PROXY_CREATION_CODE[version]}`,
            encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }], [implementation, call]),
          ]);
          const address = getContractAddress({
            opcode: 'CREATE2',
            from: factoryAddress,
            salt: pad('0x00'),
            bytecode,
          });
          expect(ours.smartAccountAddresses[version]).toBe(address);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('derivationSteps', () => {
  // The published key and account of `vectors/accounts.json`; the values between were calculated with viem and
  // @noble/curves.
  const OWNER = '5b3cc11bbcb5191dc10c39a6d261d42341d982f2';
  const ofVersion = {
    '1.0.0': {
      implementation: '4657aaf2b4f3998367fb6386496cf6d5eea24c47',
      initCodeHash: '0xa74e61afdeb05399bd328f204038a0c385f549fe5fb7bfabe36315b34b72b012',
      create2Hash: '0x52e403c32b999dc041f42d69b1dc48f7d8a7d36f4f244756971bb3a8f39f96bc',
      account: '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc',
    },
    '2.0.0': {
      implementation: 'fd0f83c2472ffb1b05398267d970b77a945a1b57',
      initCodeHash: '0xbd77fb4b6ec9de9514c6e7f80a9eb95123d688ec916b502f768cecae937585cf',
      create2Hash: '0xd246421d696c06a5ae1207f555d89c7d9366b9384bb0c95dc58489c6ca3896aa',
      account: '0x55d89c7D9366B9384Bb0C95dc58489c6Ca3896aa',
    },
  };
  it.each(ACCOUNT_VERSION_NAMES)(
    'every derivation step of version %s has the value that viem gives',
    (version) => {
      const { implementation, initCodeHash, create2Hash, account } = ofVersion[version];
      const X = 'b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
      const Y = '0abfa9297b2ef49073f5edea5d4653f157469a0695d552b9b06938b7fe0395a0';
      const initializer = `c4d66de8000000000000000000000000${OWNER}`;
      const constructorArguments = [
        `000000000000000000000000${implementation}`,
        '0000000000000000000000000000000000000000000000000000000000000040',
        '0000000000000000000000000000000000000000000000000000000000000024',
        initializer,
        '00000000000000000000000000000000000000000000000000000000',
      ].join('');
      expect(derivationSteps(`02${X}`, version).map(({ id, value }) => [id, value])).toEqual([
        ['public-key', `0x02${X}`],
        ['point', `0x04${X}${Y}`],
        ['keccak', '0xf51bcde0f5381f7bf8cddf0e5b3cc11bbcb5191dc10c39a6d261d42341d982f2'],
        ['owner', '0x5b3Cc11bBCB5191dC10C39A6D261D42341d982f2'],
        ['initializer', `0x${initializer}`],
        ['constructor-arguments', `0x${constructorArguments}`],
        ['init-code-hash', initCodeHash],
        ['salt', '0x0000000000000000000000000000000000000000000000000000000000000000'],
        ['create2-hash', create2Hash],
        ['account', account],
      ]);
    },
  );

  it('the derivation steps give the published point and owner of each key, with an even or odd Y', () => {
    for (const { compressed, uncompressed, eoaAddress, form } of read('../bitcoin/vectors/keys.json')
      .vectors) {
      if (form === 'x-only') continue;
      const steps = derivationSteps(compressed, '2.0.0');
      const stepValue = (id: string) => steps.find((step) => step.id === id)?.value;
      expect([stepValue('point'), stepValue('owner')]).toEqual([`0x${uncompressed}`, eoaAddress]);
    }
  });

  it('the last derivation step gives the same address as deriveAccount', () => {
    for (const { version, btcPublicKey, smartAccountAddress } of pairs) {
      const steps = derivationSteps(btcPublicKey, version);
      expect(steps.at(-1)?.value).toBe(smartAccountAddress);
      expect(steps.find(({ id }) => id === 'owner')?.value).toBe(
        deriveAccount({ version, btcPublicKey }, 1).owner,
      );
    }
  });
});

describe('keccak', () => {
  it('keccakHex and keccakAfter return the same hashes as viem', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.uint8Array({ maxLength: 300 }), (prefix, rest) => {
        const hash = keccakAfter(prefix);
        hash(new Uint8Array(3));
        expect(`0x${hash(rest)}`).toBe(keccak256(concat([prefix, rest])));
        expect(`0x${keccakHex(rest)}`).toBe(keccak256(rest));
      }),
    );
  });
});
