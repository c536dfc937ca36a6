import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVM_CHAINS } from '@/lib/evm/chains.generated';
import { evmChainsFile } from './generate-evm-chains';

describe('the committed chains', () => {
  it('the committed EVM chains equal the generator’s output', () => {
    const committed = readFileSync(new URL('../../evm/chains.generated.ts', import.meta.url), 'utf8');
    expect(evmChainsFile()).toBe(committed);
  });

  it('the generated list has 44 EVM chains, of which 13 have no public endpoint', () => {
    expect(EVM_CHAINS).toHaveLength(44);
    expect(EVM_CHAINS.filter(({ rpcUrls }) => rpcUrls.length === 0)).toHaveLength(13);
  });
});
