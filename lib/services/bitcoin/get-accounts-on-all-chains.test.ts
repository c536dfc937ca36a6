import { afterEach, expect, it, vi } from 'vitest';
import type { EvmSource } from '@/lib/evm/evm-source';
import { scopeOf } from '@/lib/promises/request-scope';
import { rpcEvmSource } from '@/lib/sources/evm/evm-rpc';
import { sampleEvmTransport } from '@/lib/sources/sample/evm-sample';
import { localTransport } from '@/lib/sources/transport/local-transport';
import type { BatchingTransport } from '@/lib/sources/transport/transport-type';
import { deadlineExceeded } from '@/lib/sources/transport/upstream-errors';
import { type AccountCell, getAccountsOnAllChains } from './get-accounts-on-all-chains';

const never = scopeOf(new AbortController().signal);
const key = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
afterEach(() => void vi.useRealTimers());

it('yields the state of each account on each chain separately, or the reason why the state is unknown', async () => {
  const broken = localTransport(async () => null);
  const source = rpcEvmSource(
    new Map<number, BatchingTransport | undefined>([
      [31337, sampleEvmTransport],
      [2, undefined],
      [3, broken],
    ]),
  );
  const cells = [];
  const asked = getAccountsOnAllChains({ evm: source }, key, never, 4_000);
  for await (const cell of asked) cells.push(cell);
  const onSample = cells.filter(({ chainId }) => chainId === 31337);
  expect(onSample).toMatchObject([
    {
      version: '1.0.0',
      facts: {
        factory: 'present',
        entryPoint: 'present',
        factoryAgrees: true,
        balance: '250000000000000000',
        currentOwner: '0x5b3Cc11bBCB5191dC10C39A6D261D42341d982f2',
      },
    },
    { version: '2.0.0', facts: { factoryAgrees: true, balance: '0', currentOwner: null } },
  ]);
  const states = cells.map((c) => `${c.chainId} ${c.version} ${c.state === 'unknown' ? c.reason : c.state}`);
  expect(states.sort()).toEqual([
    '2 1.0.0 no-endpoint',
    '2 2.0.0 no-endpoint',
    '3 1.0.0 upstream-malformed',
    '3 2.0.0 upstream-malformed',
    '31337 1.0.0 deployed',
    '31337 2.0.0 not-deployed',
  ]);
});

it('each chain that does not respond times out without delaying the results of other chains', async () => {
  vi.useFakeTimers();
  const chainIds = Array.from({ length: 44 }, (_, i) => i + 1);
  const isSilent = (chainId: number) => chainId % 3 === 0;
  const asked: number[] = [];
  const sample = rpcEvmSource(new Map([[31337, sampleEvmTransport]]));
  const evm: EvmSource = {
    ...sample,
    chainIds,
    readAccountState(chainId, place, scope) {
      asked.push(chainId);
      if (!isSilent(chainId)) return sample.readAccountState(31337, place, scope);
      return new Promise((_, reject) => {
        scope.signal.addEventListener('abort', () => reject(deadlineExceeded(scope.signal)), { once: true });
      });
    },
  };
  const cells: AccountCell[] = [];
  const reading = (async () => {
    for await (const cell of getAccountsOnAllChains({ evm }, key, never, 4_000)) cells.push(cell);
  })();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(cells).toHaveLength(2 * 30);
  expect(cells.every(({ state: said }) => said !== 'unknown')).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  await reading;
  expect(cells).toHaveLength(2 * 44);
  const silent = cells.filter(({ chainId }) => isSilent(chainId));
  expect(silent.every((cell) => cell.state === 'unknown' && cell.waitedMs === 4_000)).toBe(true);
  expect(asked).toHaveLength(2 * 44);
});
