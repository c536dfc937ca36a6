import { generateKeyPairSigner } from '@solana/kit';
import * as spl from '@solana/spl-token';
import { PublicKey, SystemProgram } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import { encodeExtended, encodeTokenAccount } from '@/lib/testing/solana/encode-token-accounts';
import { inProcessChain } from '@/lib/testing/solana/in-process-chain';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { decodeAccountFacts } from './token-extensions';

const PROGRAM = new PublicKey(TOKEN_2022_PROGRAM);
const { ExtensionType: Type } = spl;
const base = encodeTokenAccount({ mint: addressOf('mint'), owner: addressOf('owner'), amount: 1n });
const factsOf = (entries: { type: number; value: Uint8Array }[]) =>
  decodeAccountFacts(encodeExtended(base, 2, entries));

it('decodes the memo requirement and the CPI guard as the token program writes them', async () => {
  const chain = await inProcessChain();
  const [mint, account] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  const payer = new PublicKey(chain.payer.address);
  const [mintKey, accountKey] = [new PublicKey(mint.address), new PublicKey(account.address)];
  const create = (newAccountPubkey: PublicKey, space: number) =>
    SystemProgram.createAccount({
      fromPubkey: payer,
      newAccountPubkey,
      lamports: 50_000_000,
      space,
      programId: PROGRAM,
    });
  await chain.send(
    [mint, account],
    [
      create(mintKey, spl.getMintLen([])),
      spl.createInitializeMint2Instruction(mintKey, 2, payer, null, PROGRAM),
      create(accountKey, spl.getAccountLen([Type.MemoTransfer, Type.CpiGuard])),
      spl.createInitializeAccount3Instruction(accountKey, mintKey, payer, PROGRAM),
      spl.createEnableRequiredMemoTransfersInstruction(accountKey, payer, [], PROGRAM),
      spl.createEnableCpiGuardInstruction(accountKey, payer, [], PROGRAM),
    ],
  );
  expect(decodeAccountFacts(chain.read(account.address))).toEqual({ memoRequired: true, cpiGuard: true });
  await chain.send(
    [],
    [
      spl.createDisableRequiredMemoTransfersInstruction(accountKey, payer, [], PROGRAM),
      spl.createDisableCpiGuardInstruction(accountKey, payer, [], PROGRAM),
    ],
  );
  expect(decodeAccountFacts(chain.read(account.address))).toBeUndefined();
});

it('decodes the withheld fee of real accounts as spl-token does', () => {
  let found = 0;
  for (const { account } of solanaVectors()) {
    const data = Buffer.from(account.data, 'base64');
    if (account.owner !== TOKEN_2022_PROGRAM || data[165] !== 2) continue;
    const info = { ...account, data, owner: PROGRAM, lamports: 1, executable: false };
    const unpacked = spl.unpackAccount(new PublicKey(account.pubkey), info, PROGRAM);
    const withheld = spl.getTransferFeeAmount(unpacked)?.withheldAmount ?? 0n;
    expect(decodeAccountFacts(data)?.withheldFee).toBe(withheld === 0n ? undefined : String(withheld));
    found += 1;
  }
  expect(found).toBeGreaterThan(5);
});

it('reports that an account can have a confidential balance, whatever the size of the extension', () => {
  for (const size of [0, 5, 295])
    expect(factsOf([{ type: 5, value: new Uint8Array(size) }])).toEqual({ confidential: true });
});

it('ignores truncated and unknown extensions', () => {
  expect(factsOf([{ type: 2, value: new Uint8Array(7).fill(1) }])).toBeUndefined();
  expect(
    factsOf([
      { type: 8, value: new Uint8Array(0) },
      { type: 4_711, value: Uint8Array.of(1) },
      { type: 11, value: new Uint8Array(0) },
    ]),
  ).toBeUndefined();
  const withheld = Buffer.alloc(8);
  withheld.writeBigUInt64LE(2n ** 64n - 1n);
  expect(factsOf([{ type: 2, value: withheld }])).toEqual({ withheldFee: '18446744073709551615' });
});
