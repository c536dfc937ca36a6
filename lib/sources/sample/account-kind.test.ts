import { expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { sampleChain } from '@/lib/sources/sample/sample-chain';
import { solanaSource } from '@/lib/sources/solana/solana-chains';
import { localTransport } from '@/lib/sources/transport/local-transport';
import { noDocuments } from '@/lib/testing/solana/no-documents';
import { tellAccountKind } from '@/lib/services/accounts/tell-account-kind';

const sample = sampleChain();
const tell = (address: string, chainId = 104, transport = sample.transport) => {
  const solana = solanaSource({
    chains: new Map([[104, { ...sample, transport }]]),
    fillDocuments: noDocuments,
  });
  return tellAccountKind({ solana }, address, chainId, scopeOf(AbortSignal.timeout(120_000)));
};

it('tells a wallet from a stake account', async () => {
  expect((await tell(SAMPLE_WALLET)).account).toEqual({ kind: 'wallet' });
  expect(await tell(sampleAddress('stake account'))).toMatchObject({
    account: { kind: 'stake', stake: { state: 'delegated', staker: SAMPLE_WALLET } },
    epoch: 694n,
  });
});

it('guesses nothing: an account that is not read is an error', async () => {
  const away = localTransport(async () => {
    throw new Error('away');
  });
  await expect(tell(SAMPLE_WALLET, 104, away)).rejects.toThrow('away');
  await expect(tell(SAMPLE_WALLET, 101)).rejects.toMatchObject({ name: 'UnsupportedChainError' });
});
