import { describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { sampleEvmTransport } from '@/lib/sources/sample/evm-sample';
import { localTransport } from '@/lib/sources/transport/local-transport';
import type { BatchingTransport } from '@/lib/sources/transport/transport-type';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { later } from '@/lib/testing/later';
import { rpcEvmSource } from './evm-rpc';

const ADDRESS = '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc';
const never = scopeOf(new AbortController().signal);

function harness(answer: () => unknown) {
  const calls: unknown[][] = [];
  const transport = localTransport(async (method, params: unknown[]) => {
    calls.push([method, ...params]);
    return answer();
  });
  const source = rpcEvmSource(
    new Map<number, BatchingTransport | undefined>([
      [5, transport],
      [1, undefined],
    ]),
  );
  return { source, calls, ask: (scope = never) => source.isDeployed(5, ADDRESS, scope) };
}

describe('rpcEvmSource', () => {
  it.each([
    ['0x', false],
    ['0X', false],
    ['0x6080', true],
    ['0X6080', true],
    [`0xef0100${'ab'.repeat(20)}`, false],
    [`0XEF0100${'AB'.repeat(20)}`, false],
    ['0xfe', true],
  ])('for an account with the code %s, isDeployed returns %j', async (code, deployed) => {
    expect(await harness(() => code).ask()).toBe(deployed);
  });

  it('accepts contract code of any length', async () => {
    expect(await harness(() => `0x${'60'.repeat(5_000_000)}`).ask()).toBe(true);
    await expect(harness(() => `0x${'60'.repeat(5_000_000)}6`).ask()).rejects.toMatchObject({
      reason: 'upstream-malformed',
    });
  });

  it('caches “not deployed” for 15 s and “deployed” for a day', async () => {
    let code = '0x';
    const { ask, calls } = harness(() => code);
    expect(await ask()).toBe(false);
    code = '0x60';
    later(7_000);
    expect(await ask()).toBe(false);
    later(8_001);
    expect(await ask()).toBe(true);
    code = '0x';
    later(3_600_000);
    expect(await ask()).toBe(true);
    expect(calls).toEqual([
      ['eth_getCode', ADDRESS, 'latest'],
      ['eth_getCode', ADDRESS, 'latest'],
    ]);
  });

  it('concurrent isDeployed calls for the same account share one request', async () => {
    const { ask, calls } = harness(async () => '0x60');
    expect(await Promise.all(Array.from({ length: 1000 }, () => ask()))).toEqual(Array(1000).fill(true));
    expect(calls).toHaveLength(1);
  });

  it('aborting one of several shared isDeployed calls does not affect the others, and aborting all stops the request', async () => {
    let release: (code: string) => void = () => {};
    let upstream: AbortSignal | undefined;
    const transport = localTransport((_, __, scope) => {
      upstream = scope.signal;
      return new Promise((resolve) => {
        release = resolve;
      });
    });
    const source = rpcEvmSource(new Map([[5, transport]]));
    const leaving = new AbortController();
    const gone = source.isDeployed(5, ADDRESS, scopeOf(leaving.signal));
    const staying = source.isDeployed(5, ADDRESS, never);
    leaving.abort();
    await expect(gone).rejects.toMatchObject({ reason: 'deadline-exceeded' });
    expect(upstream?.aborted).toBe(false);
    release('0x60');
    expect(await staying).toBe(true);
    const last = new AbortController();
    const alone = source.isDeployed(5, ADDRESS.toLowerCase(), scopeOf(last.signal));
    last.abort();
    await expect(alone).rejects.toMatchObject({ name: 'UpstreamUnavailableError' });
    expect(upstream?.aborted).toBe(true);
  });

  it.each([null, undefined, 5, {}, '', '6080', '0x608', '0xzz', ['0x60']])(
    'rejects %j as malformed contract code',
    async (answer) => {
      const { ask, calls } = harness(() => answer);
      await expect(ask()).rejects.toMatchObject({
        name: 'UpstreamUnavailableError',
        reason: 'upstream-malformed',
      });
      await expect(ask()).rejects.toThrow();
      expect(calls).toHaveLength(2);
    },
  );

  it('reports a node’s error as unavailable, without repeating the node’s message', async () => {
    const { ask } = harness(() => {
      throw new UpstreamCallError(-32000, 'secret.example said no');
    });
    const thrown = await Promise.resolve(ask()).catch((error) => error);
    expect(thrown).toMatchObject({ name: 'UpstreamUnavailableError', reason: 'upstream-refused' });
    expect(thrown.message).not.toContain('secret');
  });

  it('the error names the variable to set for a chain without an endpoint, and lists the supported chains for an unsupported one', async () => {
    const { source } = harness(() => '0x');
    await expect(source.isDeployed(1, ADDRESS, never)).rejects.toMatchObject({
      name: 'UpstreamUnavailableError',
      reason: 'no-endpoint',
      message: expect.stringContaining('EVM_RPC_URL_1'),
    });
    await expect(source.isDeployed(7, ADDRESS, never)).rejects.toMatchObject({
      name: 'UnsupportedChainError',
      chainId: 7,
      supported: [1, 5],
    });
  });
});

describe('sampleEvmTransport', () => {
  it('on the sample chain, the published account is deployed, and an address with an EIP-7702 delegation is not', async () => {
    const source = rpcEvmSource(new Map([[31337, sampleEvmTransport]]));
    const ask = (address: string) => source.isDeployed(31337, address, never);
    expect(await ask(ADDRESS)).toBe(true);
    expect(await ask('0x83FEddf18cdEa2ea4c087E5F389351171318d3Cb')).toBe(false);
    expect(await ask('0x55d89c7D9366B9384Bb0C95dc58489c6Ca3896aa')).toBe(false);
  });
});
