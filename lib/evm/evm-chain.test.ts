import * as viemChains from 'viem/chains';
import { chainConfig } from 'viem/zksync';
import { describe, expect, it } from 'vitest';
import { hasOtherCreate2Rule } from './evm-chain';

/** viem's chains. Those of the ZK Stack have viem's ZKsync transactions. */
const chains: { id: number; name: string; serializers?: { transaction?: unknown } | undefined }[] =
  Object.values(viemChains);
const zkStackChains = chains.filter(
  ({ serializers }) => serializers?.transaction === chainConfig.serializers.transaction,
);
const zkStackIds = new Set(zkStackChains.map(({ id }) => id));

/** The main networks in the chain list of docs.zksync.io, and the test network of Lens (source: its documentation). */
const DOCUMENTED = [2741, 36900, 388, 325, 232, 51888, 1345, 50104, 543210, 320, 324, 375, 37111];

describe('hasOtherCreate2Rule', () => {
  it("is true for every chain of viem's list that has ZKsync transactions", () => {
    expect(zkStackIds).toContain(324);
    expect(zkStackChains.filter(({ id }) => !hasOtherCreate2Rule(id))).toEqual([]);
  });

  it.each(DOCUMENTED)('is true for %i, which is documented as a chain of the ZK Stack', (chainId) => {
    expect(hasOtherCreate2Rule(chainId)).toBe(true);
  });

  it("is false for every other chain of viem's list, such as Nexilix, except the documented ones", () => {
    const others = chains.filter(({ id }) => !zkStackIds.has(id));
    expect(others.find(({ id }) => id === 240)?.name).toBe('Nexilix Smart Chain');
    const refused = others.filter(({ id }) => hasOtherCreate2Rule(id)).map(({ id }) => id);
    expect(refused.filter((id) => !DOCUMENTED.includes(id))).toEqual([]);
  });

  it.each([280, 4457845])('is false for %i, which is not known to be a chain of the ZK Stack', (chainId) => {
    expect(chains.some(({ id }) => id === chainId)).toBe(false);
    expect(hasOtherCreate2Rule(chainId)).toBe(false);
  });
});
