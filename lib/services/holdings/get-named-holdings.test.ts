import { expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import type { SolanaSource } from '@/lib/solana/solana-source';
import { scriptedSolana } from '@/lib/testing/solana/scripted-source';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { getNamedHoldings } from './get-named-holdings';

it('a listing that fails aborts the read of stake accounts', async () => {
  let reading: AbortSignal | undefined;
  const solana: SolanaSource = {
    ...scriptedSolana().solana,
    stakeAccounts: (_chainId, _owner, { signal }) => {
      reading = signal;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
    getHoldings: () => Promise.reject(new Error('the node does not respond')),
  };
  const scope = scopeOf(new AbortController().signal);
  const options = { parseMetadataUri: false, stake: true, scope };
  await expect(getNamedHoldings({ solana }, 104, addressOf('owner'), options)).rejects.toThrow(
    'the node does not respond',
  );
  expect(reading?.aborted).toBe(true);
});
