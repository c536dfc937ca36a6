import { generateKeyPairSigner } from '@solana/kit';
import {
  createInitializeAccount3Instruction,
  createInitializeMetadataPointerInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  ExtensionType,
  getAccountLen,
  getMintLen,
} from '@solana/spl-token';
import { PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { inProcessChain } from '@/lib/testing/solana/in-process-chain';
import { decodeInlineMetadata, readMetadataPointer } from './token-extensions';
import { decodeMint, decodeTokenAccount } from './token-program';

/** Builds `TokenMetadata::Initialize` of the token-metadata interface: a discriminator, then three strings. */
function initializeMetadata(
  mint: PublicKey,
  authority: PublicKey,
  ...texts: string[]
): TransactionInstruction {
  const strings = texts.map((text) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(Buffer.byteLength(text));
    return Buffer.concat([length, Buffer.from(text)]);
  });
  const account = (pubkey: PublicKey, isSigner: boolean, isWritable: boolean) => ({
    pubkey,
    isSigner,
    isWritable,
  });
  return {
    programId: new PublicKey(TOKEN_2022_PROGRAM),
    keys: [
      account(mint, false, true),
      account(authority, false, false),
      account(mint, false, false),
      account(authority, true, false),
    ],
    data: Buffer.concat([Buffer.from([210, 225, 30, 162, 88, 184, 77, 141]), ...strings]),
  };
}

describe('accounts written by the token programs', () => {
  it.each([TOKEN_PROGRAM, TOKEN_2022_PROGRAM])(
    'decodes a mint and a token account written by %s',
    async (program) => {
      const { payer, send, read } = await inProcessChain();
      const [mint, account] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
      const [payerKey, mintKey, accountKey, programId] = [
        payer.address,
        mint.address,
        account.address,
        program,
      ].map((each) => new PublicKey(each)) as [PublicKey, PublicKey, PublicKey, PublicKey];
      const extended = program === TOKEN_2022_PROGRAM;
      const mintSize = extended ? getMintLen([ExtensionType.MetadataPointer]) : 82;
      const accountSize = extended ? getAccountLen([ExtensionType.ImmutableOwner]) : 165;
      const rent = 20_000_000;
      await send(
        [mint, account],
        [
          SystemProgram.createAccount({
            fromPubkey: payerKey,
            newAccountPubkey: mintKey,
            lamports: rent,
            space: mintSize,
            programId,
          }),
          ...(extended
            ? [createInitializeMetadataPointerInstruction(mintKey, payerKey, mintKey, programId)]
            : []),
          createInitializeMint2Instruction(mintKey, 3, payerKey, null, programId),
          ...(extended
            ? [initializeMetadata(mintKey, payerKey, 'Náme 😀', 'SYM', 'https://example.com/1.json')]
            : []),
          SystemProgram.createAccount({
            fromPubkey: payerKey,
            newAccountPubkey: accountKey,
            lamports: rent,
            space: accountSize,
            programId,
          }),
          createInitializeAccount3Instruction(accountKey, mintKey, payerKey, programId),
          createMintToInstruction(mintKey, accountKey, payerKey, 18446744073709551615n, [], programId),
        ],
      );
      expect(decodeMint(read(mint.address))).toEqual({
        mintAuthority: payer.address,
        supply: 18446744073709551615n,
        decimals: 3,
        isInitialized: true,
        freezeAuthority: null,
      });
      expect(decodeTokenAccount(read(account.address))).toMatchObject({
        mint: mint.address,
        owner: payer.address,
        amount: 18446744073709551615n,
        state: 'initialized',
      });
      if (!extended) return;
      expect(readMetadataPointer(read(mint.address))).toBe(mint.address);
      expect(decodeInlineMetadata(read(mint.address))).toEqual({
        updateAuthority: payer.address,
        mint: mint.address,
        name: 'Náme 😀',
        symbol: 'SYM',
        uri: 'https://example.com/1.json',
        additionalMetadata: [],
      });
    },
  );
});
