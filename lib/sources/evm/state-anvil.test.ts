import { encodeFunctionData, type Hex, parseAbi, slice } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  ACCOUNT_VERSION_NAMES,
  ACCOUNT_VERSIONS,
  type AccountVersion,
} from '@/lib/btc-account/account-versions';
import { deploymentOf, deriveAccount } from '@/lib/btc-account/derive-account';
import { scopeOf } from '@/lib/promises/request-scope';
import { type HttpTransport, httpTransport } from '@/lib/sources/transport/transport';
import { compileFactory, type FactoryCode } from '@/lib/testing/factory-code';
import { ANVIL_RUNS_HERE, type Anvil, startAnvil } from '@/lib/testing/nodes/anvil';
import { runService } from '@/lib/testing/servers/running-service';
import { rpcEvmSource } from './evm-rpc';

const KEY = '02f2ac735d9a0d1e5db8f6a6878ffb2a67d8415871c34df930cc2c03676f3a4eaa';
const ABI = parseAbi(['function createAccount(address, uint256)', 'function setOwner(address)']);
const scope = () => scopeOf(AbortSignal.timeout(120_000));
const NOTHING = {
  isDeployed: false,
  factory: 'absent',
  entryPoint: 'absent',
  factoryAgrees: null,
  balance: '0',
  currentOwner: null,
  reasons: { factoryAgrees: 'no-factory' },
};

// Skipped, and reported as skipped, on platforms without an anvil package.
describe.skipIf(!ANVIL_RUNS_HERE)('readAccountState on a real chain (anvil)', () => {
  let anvil: Anvil;
  let transport: HttpTransport;
  let calls: string[];
  beforeAll(async () => {
    anvil = await startAnvil();
    transport = httpTransport({ urls: [anvil.url], onCall: ({ method }) => void calls.push(method) });
  });
  afterAll(async () => {
    await transport?.close();
    await anvil?.stop();
  });

  describe.each(ACCOUNT_VERSION_NAMES)('%s', (version: AccountVersion) => {
    const account = deriveAccount({ version, btcPublicKey: KEY }, 31337);
    const { factoryAddress, entryPointAddress, smartAccountAddress, owner } = account;
    let code: FactoryCode;
    beforeAll(async () => {
      code = compileFactory(version);
      calls = [];
      for (const address of [factoryAddress, entryPointAddress]) await setCode(address, '0x');
    });
    const setCode = (address: string, to: string) => anvil.ask('anvil_setCode', address, to);
    const state = () => rpcEvmSource(new Map([[31337, transport]])).readAccountState(31337, account, scope());
    const send = async (to: string, data: Hex) => {
      const [from] = (await anvil.ask('eth_accounts')) as string[];
      const hash = await anvil.ask('eth_sendTransaction', { from, to, data });
      const receipt = () => anvil.ask('eth_getTransactionReceipt', hash);
      await vi.waitFor(async () => expect(await receipt()).toMatchObject({ status: '0x1' }), {
        timeout: 120_000,
      });
    };

    it('reports an account that does not exist as not deployed', async () => {
      expect(await state()).toEqual(NOTHING);
    });

    it.each([
      ['RevertingFactory', null, { factoryAgrees: 'reverted' }],
      ['ZeroFactory', false, {}],
      ['WrongFactory', false, {}],
      ['Account', null, { factoryAgrees: 'reverted' }],
      ['Factory', true, {}],
    ] as const)(
      'with a %s at the factory address, factoryAgrees is %j',
      async (contract, factoryAgrees, reasons) => {
        await setCode(factoryAddress, code[contract]);
        expect(await state()).toEqual({ ...NOTHING, factory: 'present', factoryAgrees, reasons });
      },
    );

    it('returns the account’s owner and received balance once the factory has deployed the account', async () => {
      await setCode(factoryAddress, code.Factory);
      await setCode(entryPointAddress, '0x00');
      await setCode(ACCOUNT_VERSIONS[version].implementation, code.Account);
      await anvil.ask('anvil_setBalance', smartAccountAddress, `0x${(2n ** 64n + 1n).toString(16)}`);
      const made = { factory: 'present', entryPoint: 'present', factoryAgrees: true, reasons: {} };
      expect(await state()).toEqual({ ...NOTHING, ...made, balance: '18446744073709551617' });
      const { factoryData, initCode } = deploymentOf(account);
      const args = [owner as Hex, 0n] as const;
      expect(factoryData).toBe(encodeFunctionData({ abi: ABI, functionName: 'createAccount', args }));
      // Do what the entry point does: call the address in the first 20 bytes with the remaining bytes.
      await send(slice(initCode as Hex, 0, 20), slice(initCode as Hex, 20));
      expect(await state()).toEqual({
        ...made,
        isDeployed: true,
        balance: '18446744073709551617',
        currentOwner: owner,
      });
      const next = encodeFunctionData({
        abi: ABI,
        functionName: 'setOwner',
        args: [entryPointAddress as Hex],
      });
      await send(smartAccountAddress, next);
      expect(await state()).toMatchObject({ isDeployed: true, currentOwner: entryPointAddress });
      await setCode(ACCOUNT_VERSIONS[version].implementation, code.ZeroFactory);
      expect(await state()).toMatchObject({ currentOwner: null, reasons: { currentOwner: 'reverted' } });
    });

    it('svc_aa_getBTCAccount returns the account state in its extended format', async () => {
      const running = await runService({ EVM_RPC_URL_4242: anvil.url });
      const { json } = await running.call('/evm-chain', {
        id: 1,
        chainId: 4242,
        method: 'svc_aa_getBTCAccount',
        params: [{ name: 'BTC', version, btcPublicKey: KEY, extended: true }],
      });
      await running.stop();
      expect(json.result).toMatchObject({
        smartAccountAddress,
        implementationAddress: ACCOUNT_VERSIONS[version].implementation,
        ...deploymentOf(account),
        isDeployed: true,
        factory: 'present',
        entryPoint: 'present',
        factoryAgrees: true,
        balance: '18446744073709551617',
        reasons: { currentOwner: 'reverted' },
      });
    });

    it('reads the account state from Anvil in batches only', () => {
      expect(new Set(calls)).toEqual(new Set(['batch']));
    });
  });
});
