import { generateKeyPairSigner } from '@solana/kit';
import * as spl from '@solana/spl-token';
import { PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import { inProcessChain } from '@/lib/testing/solana/in-process-chain';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { readGroup } from './token-extensions';

const PROGRAM = new PublicKey(TOKEN_2022_PROGRAM);
/** Discriminators of the token-group interface. */
const INITIALIZE_GROUP = [121, 113, 108, 39, 54, 51, 0, 4];
const INITIALIZE_MEMBER = [152, 32, 222, 176, 223, 237, 116, 134];

/** Builds an instruction of the token-group interface. `keys` lists each account and whether it must sign. */
const instruction = (keys: [PublicKey, boolean][], data: Uint8Array): TransactionInstruction => ({
  programId: PROGRAM,
  keys: keys.map(([pubkey, isSigner]) => ({ pubkey, isSigner, isWritable: !isSigner })),
  data: Buffer.from(data),
});

it('reads the group of a member mint as the token program writes it, and no group for the group’s own mint', async () => {
  const chain = await inProcessChain();
  const [group, member] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  const payer = new PublicKey(chain.payer.address);
  const [groupKey, memberKey] = [new PublicKey(group.address), new PublicKey(member.address)];
  const create = (mint: PublicKey, pointer: spl.ExtensionType, pointTo: TransactionInstruction) => [
    SystemProgram.createAccount({
      fromPubkey: payer,
      newAccountPubkey: mint,
      lamports: 50_000_000,
      space: spl.getMintLen([pointer]),
      programId: PROGRAM,
    }),
    pointTo,
    spl.createInitializeMint2Instruction(mint, 0, payer, null, PROGRAM),
  ];
  const maxSize = Buffer.alloc(8);
  maxSize.writeBigUInt64LE(5n);
  await chain.send(
    [group, member],
    [
      ...create(
        groupKey,
        spl.ExtensionType.GroupPointer,
        spl.createInitializeGroupPointerInstruction(groupKey, payer, groupKey, PROGRAM),
      ),
      ...create(
        memberKey,
        spl.ExtensionType.GroupMemberPointer,
        spl.createInitializeGroupMemberPointerInstruction(memberKey, payer, memberKey, PROGRAM),
      ),
      instruction(
        [
          [groupKey, false],
          [groupKey, false],
          [payer, true],
        ],
        Buffer.concat([Buffer.from(INITIALIZE_GROUP), payer.toBuffer(), maxSize]),
      ),
      instruction(
        [
          [memberKey, false],
          [memberKey, false],
          [payer, true],
          [groupKey, false],
          [payer, true],
        ],
        Uint8Array.from(INITIALIZE_MEMBER),
      ),
    ],
  );
  expect(readGroup(chain.read(member.address), member.address)).toBe(group.address);
  expect(readGroup(chain.read(member.address), addressOf('another mint'))).toBeUndefined();
  expect(readGroup(chain.read(group.address), group.address)).toBeUndefined();
});
