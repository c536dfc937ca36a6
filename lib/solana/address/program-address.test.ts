import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { generateCurveWasm } from '@/lib/commands/generate/generate-curve-wasm';
import { decodeMint } from '@/lib/solana/accounts/token-program';
import { TOKEN_METADATA_PROGRAM } from '@/lib/solana/programs';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { encodeAddress } from './address';
import { editionAddressOf, findProgramAddress, isOnCurve, metadataAddressOf } from './program-address';

const PROGRAM = new PublicKey(TOKEN_METADATA_PROGRAM);

describe('isOnCurve', () => {
  it('agrees with web3.js on whether random bytes are on the curve', () => {
    for (let i = 0; i < 2_000; i++) {
      const bytes = randomBytes(32);
      expect(isOnCurve(bytes)).toBe(PublicKey.isOnCurve(bytes));
    }
  });

  it('agrees with web3.js on whether bytes at the edges of the field, with both signs, are on the curve', () => {
    const p = 2n ** 255n - 19n;
    for (const y of [0n, 1n, 2n, p - 2n, p - 1n, p, p + 1n, 2n ** 255n - 1n]) {
      for (const sign of [0n, 1n]) {
        const bytes = Buffer.from((y | (sign << 255n)).toString(16).padStart(64, '0'), 'hex').reverse();
        expect([y, sign, isOnCurve(bytes)]).toEqual([y, sign, PublicKey.isOnCurve(bytes)]);
      }
    }
  });

  it('the committed WebAssembly equals the compiled output of its source', async () => {
    const committed = await readFile(new URL('./curve25519.generated.ts', import.meta.url), 'utf8');
    expect(await generateCurveWasm()).toBe(committed);
  });
});

describe('program addresses', () => {
  // Compares only 500 addresses; `npm run bench:listing -- pda` compares 100,000.
  it('derives the same metadata addresses as web3.js', () => {
    for (let i = 0; i < 500; i++) {
      const mint = randomBytes(32);
      const [expected] = PublicKey.findProgramAddressSync(
        [Buffer.from('metadata'), PROGRAM.toBytes(), mint],
        PROGRAM,
      );
      expect(metadataAddressOf(encodeAddress(mint))).toBe(expected.toBase58());
    }
  });

  it('derived edition addresses equal the mint authorities of recorded NFTs', () => {
    const isEdition = solanaVectors().flatMap(({ account: { pubkey }, bytes }) => {
      const mint = decodeMint(bytes);
      if (mint?.decimals !== 0 || mint.supply !== 1n || mint.mintAuthority === null) return [];
      return mint.mintAuthority === editionAddressOf(pubkey);
    });
    expect(isEdition.filter(Boolean).length).toBeGreaterThanOrEqual(20);
  });

  it('derives the same program addresses as web3.js from any seeds', () => {
    for (const seeds of [[], [randomBytes(32)], [Buffer.from('a'), randomBytes(32), randomBytes(7)]]) {
      const [expected] = PublicKey.findProgramAddressSync(seeds, PROGRAM);
      expect(findProgramAddress(seeds, TOKEN_METADATA_PROGRAM)).toBe(expected.toBase58());
    }
  });

  it('returns no program address for an invalid program or for seeds that are too long', () => {
    expect(metadataAddressOf('nonsense')).toBeUndefined();
    expect(findProgramAddress([randomBytes(33)], TOKEN_METADATA_PROGRAM)).toBeUndefined();
    expect(findProgramAddress([], 'nonsense')).toBeUndefined();
  });
});
