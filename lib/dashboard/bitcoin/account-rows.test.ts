import { expect, it } from 'vitest';
import { accountRows } from './account-rows';

const record = (chainId: number, version: string, btcAddress: string, createdAt: string) => ({
  chainId,
  version,
  btcAddress,
  createdAt,
  updatedAt: createdAt,
  smartAccountAddress: `0x${version}`,
  publicKey: '02',
});

it('accountRows returns one row per account, the newest version first, with its addresses and the time of its first record', () => {
  const rows = accountRows([
    record(1, '1.0.0', '1a', '2026-01-02'),
    record(1, '1.0.0', 'bc1', '2026-01-01'),
    record(1, '2.0.0', '1a', '2026-01-03'),
    record(5, '1.0.0', '1a', '2026-01-04'),
  ]);
  expect(
    rows.map(({ chainId, version, btcAddresses, firstSeen }) => [chainId, version, btcAddresses, firstSeen]),
  ).toEqual([
    [1, '2.0.0', ['1a'], '2026-01-03'],
    [1, '1.0.0', ['1a', 'bc1'], '2026-01-01'],
    [5, '1.0.0', ['1a'], '2026-01-04'],
  ]);
});
