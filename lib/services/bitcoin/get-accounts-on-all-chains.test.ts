import { expect, it } from 'vitest';
import { rpcEvmSource } from '@/lib/sources/evm/evm-rpc';
import { sampleEvmTransport } from '@/lib/sources/sample/evm-sample';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { getAccountsOnAllChains } from './get-accounts-on-all-chains';

const never = new AbortController().signal;

it('gives every cell by itself, with the reason of the unknown ones', async () => {
  const broken: Transport = async () => null;
  const source = rpcEvmSource({
    chains: new Map<number, Transport | undefined>([
      [31337, sampleEvmTransport],
      [2, undefined],
      [3, broken],
    ]),
  });
  const cells = [];
  const key = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
  for await (const cell of getAccountsOnAllChains({ evm: source }, key, never)) cells.push(cell);
  const onSample = cells.filter(({ chainId }) => chainId === 31337);
  expect(onSample).toMatchObject([
    {
      version: '1.0.0',
      facts: {
        factory: 'present',
        entryPoint: 'present',
        factoryAgrees: true,
        balance: '250000000000000000',
      },
    },
    { version: '2.0.0', facts: { factoryAgrees: true, balance: '0' } },
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
