import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ACCOUNT_VERSION_NAMES, ACCOUNT_VERSIONS } from '@/lib/btc-account/account-versions';
import { derivationSteps } from '@/lib/btc-account/derivation-steps';
import { deriveAccount } from '@/lib/btc-account/derive-account';
import { PROXY_CREATION_CODE } from '@/lib/btc-account/proxy-creation-code.generated';
import { scopeOf } from '@/lib/promises/request-scope';
import { SAMPLE_EVM_CODE } from '@/lib/sources/sample/evm-sample';
import { type HttpTransport, httpTransport } from '@/lib/sources/transport/transport';
import { later } from '@/lib/testing/later';
import { ANVIL_RUNS_HERE, type Anvil, startAnvil } from '@/lib/testing/nodes/anvil';
import { rpcEvmSource } from './evm-rpc';

/**
 * The well-known deterministic deployment proxy (EIP-1014; call data: salt, then init code). The test installs it at a
 * factory's address, so that it deploys contracts from that address as the factory would.
 */
const CREATE2_DEPLOYER =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3';
const STOP = '0x00';
const KEY = '02f2ac735d9a0d1e5db8f6a6878ffb2a67d8415871c34df930cc2c03676f3a4eaa';
const scope = scopeOf(new AbortController().signal);

// Skipped, and reported as skipped, on platforms without an anvil package.
describe.skipIf(!ANVIL_RUNS_HERE)('rpcEvmSource on a real chain (anvil)', () => {
  let anvil: Anvil;
  let transport: HttpTransport;
  beforeAll(async () => {
    anvil = await startAnvil();
    transport = httpTransport({ urls: [anvil.url] });
  });
  afterAll(async () => {
    await transport?.close();
    await anvil?.stop();
  });

  it('reports an account as deployed once the cached “not deployed” has expired', async () => {
    const source = rpcEvmSource(new Map([[31337, transport]]));
    const { smartAccountAddress } = deriveAccount({ version: '1.0.0', btcPublicKey: KEY }, 31337);
    const ask = () => source.isDeployed(31337, smartAccountAddress, scope);
    expect(await ask()).toBe(false);
    await anvil.ask('anvil_setCode', smartAccountAddress, '0x6080');
    later(7_000);
    expect(await ask()).toBe(false);
    later(8_001);
    expect(await ask()).toBe(true);
    await anvil.ask('anvil_setCode', smartAccountAddress, `0xef0100${'12'.repeat(20)}`);
    const fresh = rpcEvmSource(new Map([[31337, transport]]));
    expect(await fresh.isDeployed(31337, smartAccountAddress, scope)).toBe(false);
    await anvil.ask('anvil_setCode', smartAccountAddress, '0x');
  });

  it.each(ACCOUNT_VERSION_NAMES)(
    'the proxy of account version %s is deployed at the calculated address',
    async (version) => {
      const { factoryAddress, implementation } = ACCOUNT_VERSIONS[version];
      const { smartAccountAddress } = deriveAccount({ version, btcPublicKey: KEY }, 31337);
      const source = rpcEvmSource(new Map([[31337, transport]]));
      await anvil.ask('anvil_setCode', factoryAddress, CREATE2_DEPLOYER);
      // The constructor requires code at the implementation and calls it. A stub with only STOP is enough.
      await anvil.ask('anvil_setCode', implementation, STOP);
      const step = (id: string) =>
        derivationSteps(KEY, version)
          .find((each) => each.id === id)
          ?.value.slice(2);
      const initCode = `${PROXY_CREATION_CODE[version]}${step('constructor-arguments')}`;
      const [from] = (await anvil.ask('eth_accounts')) as string[];
      expect(await anvil.ask('eth_getCode', smartAccountAddress, 'latest')).toBe('0x');
      const hash = await anvil.ask('eth_sendTransaction', {
        from,
        to: factoryAddress,
        data: `0x${step('salt')}${initCode}`,
      });
      await vi.waitFor(
        async () =>
          expect(await anvil.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' }),
        { timeout: 120_000 },
      );
      expect(await source.isDeployed(31337, smartAccountAddress, scope)).toBe(true);
      const code = await anvil.ask('eth_getCode', smartAccountAddress, 'latest');
      if (version === '1.0.0') expect(Object.values(SAMPLE_EVM_CODE)).toContain(code);
    },
  );
});
