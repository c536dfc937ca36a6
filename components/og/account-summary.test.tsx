import { describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import { SAMPLE_EMPTY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { sampleChain } from '@/lib/sources/sample/sample-chain';
import { describeAccount } from '@/lib/sources/solana/describe-account';
import { accountSummary } from './account-summary';

const wordsOf = async (address: string) =>
  accountSummary(await describeAccount(sampleChain(), address, scopeOf(new AbortController().signal)), 104);

describe('a share image', () => {
  it('the share image of a mint shows its type, name, symbol and supply', async () => {
    expect(await wordsOf(sampleAddress('mint token reef'))).toEqual({
      kind: 'Token mint',
      name: 'Reef',
      facts: [
        { name: 'Supply', value: '1,000,000,000' },
        { name: 'Symbol', value: 'REEF' },
      ],
    });
  });

  it('the share image of a look-alike mint has a warning', async () => {
    const words = await wordsOf(sampleAddress('mint token look-alike'));
    expect(words?.facts).toContainEqual({ name: 'Beware', value: 'Its name may mislead' });
  });

  it('the share image of a token account shows its amount, shortened', async () => {
    const words = await wordsOf(sampleAddress('account token whale'));
    expect(words).toMatchObject({ kind: 'Token account', name: undefined });
    expect(words?.facts[0]).toEqual({ name: 'Amount', value: '18,446,744,0…09551615' });
  });

  it.each([
    ['locked stake account', 'Stake account', { name: 'State', value: 'Inactive' }],
    ['nonce account', 'Nonce account', { name: 'Balance', value: '0.00144768 SOL' }],
  ])('the share image of a %s shows its account type', async (label, kind, fact) => {
    const words = await wordsOf(sampleAddress(label));
    expect(words?.kind).toBe(kind);
    expect(words?.facts).toContainEqual(fact);
  });

  it('the share image of a program shows its name, and the share image of an unused address shows no balance', async () => {
    expect(await wordsOf(TOKEN_PROGRAM)).toMatchObject({ kind: 'Program', name: 'Token program' });
    expect(await wordsOf(SAMPLE_EMPTY_WALLET)).toEqual({
      kind: 'No account exists here',
      name: undefined,
      facts: [],
    });
    expect(await wordsOf(SAMPLE_WALLET)).toBeUndefined();
  });
});
