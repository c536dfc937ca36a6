import { expect, it } from 'vitest';
import { bitcoinExplorers } from './explorers';

it('bitcoinExplorers returns links for every network except regtest', () => {
  expect(bitcoinExplorers('mainnet', 'address', 'bc1q')).toEqual([
    { network: 'mainnet', href: 'https://mempool.space/address/bc1q' },
  ]);
  expect(bitcoinExplorers('testnet', 'tx', 'ab').map(({ href }) => href)).toEqual([
    'https://mempool.space/testnet/tx/ab',
    'https://mempool.space/testnet4/tx/ab',
    'https://mempool.space/signet/tx/ab',
  ]);
  expect(bitcoinExplorers('regtest', 'address', 'bcrt1q')).toEqual([]);
});
