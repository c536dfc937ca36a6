import { describe, expect, it } from 'vitest';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { decodeEdition } from './token-metadata';

describe('decodeEdition', () => {
  it.each(solanaVectors('masterEdition').map((vector) => [vector.account.pubkey, vector] as const))(
    'decodes the supply and the maximum supply of the recorded master edition %s',
    (_, { bytes, expected }) => {
      const { supply, maxSupply } = (expected.decoded ?? {}) as { supply: string; maxSupply: unknown };
      const edition = decodeEdition(bytes);
      expect(edition).toMatchObject({ kind: 'master', supply: BigInt(supply) });
      expect(JSON.stringify(maxSupply)).toContain(
        String((edition as { maxSupply: bigint | null }).maxSupply ?? 'None'),
      );
    },
  );

  it.each(solanaVectors('edition').map((vector) => [vector.account.pubkey, vector] as const))(
    'decodes the number and the parent of the recorded print %s',
    (_, { bytes, expected }) => {
      const { edition, parent } = (expected.decoded ?? {}) as { edition: string; parent: string };
      expect(decodeEdition(bytes)).toEqual({ kind: 'print', number: BigInt(edition), parent });
    },
  );

  it('returns a null maximum supply for an unlimited master edition', () => {
    const bytes = Buffer.alloc(282);
    bytes[0] = 6;
    bytes.writeBigUInt64LE(3n, 1);
    expect(decodeEdition(bytes)).toEqual({ kind: 'master', supply: 3n, maxSupply: null });
  });

  it.each([
    [[]],
    [[0]],
    [[1, 2]],
    [[6, 1]],
    [[6, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    [[6, 0, 0, 0, 0, 0, 0, 0, 0, 2]],
    [[4]],
  ])('returns undefined for an account that is truncated, burned or not an edition (case %#)', (bytes) => {
    expect(decodeEdition(Uint8Array.from(bytes))).toBeUndefined();
  });
});
