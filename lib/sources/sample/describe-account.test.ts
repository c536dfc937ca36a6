import { expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { solanaSource } from '@/lib/sources/solana/solana-chains';
import { localTransport } from '@/lib/sources/transport/local-transport';
import { noDocuments } from '@/lib/testing/solana/no-documents';
import { sampleAddress } from './sample-address';
import { sampleChain } from './sample-chain';

const sample = sampleChain();
const read = (address: string, chainId = 104, transport = sample.transport) => {
  const solana = solanaSource({
    chains: new Map([[104, { ...sample, transport }]]),
    fillDocuments: noDocuments,
  });
  return solana.describeAccount(chainId, address, scopeOf(AbortSignal.timeout(120_000)));
};

it('describes a wallet and a stake account of the sample network', async () => {
  expect((await read(SAMPLE_WALLET)).account).toEqual({ kind: 'wallet' });
  expect(await read(sampleAddress('stake account'))).toMatchObject({
    account: { kind: 'stake', stake: { state: 'delegated', staker: SAMPLE_WALLET } },
    epoch: 694n,
  });
});

it('rejects a description of an account that cannot be read', async () => {
  const away = localTransport(async () => {
    throw new Error('away');
  });
  await expect(read(SAMPLE_WALLET, 104, away)).rejects.toThrow('away');
  await expect(read(SAMPLE_WALLET, 101)).rejects.toMatchObject({ name: 'UnsupportedChainError' });
});
