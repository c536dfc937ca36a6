import { expect, it } from 'vitest';
import { recordedKeys } from './recorded-keys';

const record = (chainId: number, version: string, btcAddress: string, createdAt: string) => ({
  chainId,
  version,
  btcAddress,
  createdAt,
  updatedAt: createdAt,
  smartAccountAddress: `0x${version}`,
  publicKey: '02',
});

it('recordedKeys returns each key once, with its accounts, the newest version first, its addresses, and the time of its first record', () => {
  const keys = recordedKeys([
    record(1, '1.0.0', '1a', '2026-01-02'),
    record(1, '1.0.0', 'bc1', '2026-01-01'),
    record(1, '2.0.0', '1a', '2026-01-03'),
    record(5, '1.0.0', '1a', '2026-01-04'),
    { ...record(5, '1.0.0', '3a', '2026-01-05'), publicKey: '03' },
  ]);
  expect(
    keys.map(({ accounts, ...others }) => ({ ...others, versions: accounts.map(({ version }) => version) })),
  ).toEqual([
    {
      publicKey: '02',
      versions: ['2.0.0', '1.0.0'],
      btcAddresses: ['1a', 'bc1'],
      chainId: 1,
      firstSeen: '2026-01-01',
    },
    {
      publicKey: '03',
      versions: ['1.0.0'],
      btcAddresses: ['3a'],
      chainId: 5,
      firstSeen: '2026-01-05',
    },
  ]);
});
