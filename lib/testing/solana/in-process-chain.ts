import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import type { TransactionInstruction } from '@solana/web3.js';
import { LiteSVM } from 'litesvm';
import type { AccountBytes } from '@/lib/solana/account-kind/account-kind';

/**
 * The programs of a cluster themselves, run in process: what they write is what a decoder must read. `send` fails where
 * a program refuses.
 */
export async function inProcessChain() {
  const svm = new LiteSVM().withBlockhashCheck(false).withSigverify(false);
  const payer = await generateKeyPairSigner();
  svm.airdrop(payer.address, lamports(10_000_000_000n));
  const send = async (signers: KeyPairSigner[], instructions: TransactionInstruction[]) => {
    const signing = new Map([payer, ...signers].map((signer) => [signer.address as string, signer]));
    const converted = instructions.map(
      ({ programId, keys, data }): Instruction => ({
        programAddress: address(programId.toBase58()),
        data,
        accounts: keys.map(({ pubkey, isSigner, isWritable }) => {
          const at = address(pubkey.toBase58());
          const role = isSigner
            ? isWritable
              ? AccountRole.WRITABLE_SIGNER
              : AccountRole.READONLY_SIGNER
            : isWritable
              ? AccountRole.WRITABLE
              : AccountRole.READONLY;
          const signer = isSigner ? signing.get(at) : undefined;
          return { address: at, role, ...(signer === undefined ? {} : { signer }) };
        }),
      }),
    );
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (each) => setTransactionMessageFeePayerSigner(payer, each),
      (each) => svm.setTransactionMessageLifetimeUsingLatestBlockhash(each),
      (each) => appendTransactionMessageInstructions(converted, each),
    );
    const result = svm.sendTransaction(await signTransactionMessageWithSigners(message));
    if ('err' in result) throw new Error(result.toString());
  };
  /** Null where there is no account. */
  const account = (at: string): AccountBytes | null => {
    const found = svm.getAccount(address(at));
    if (!found.exists) return null;
    const data = found.data as Uint8Array;
    return {
      owner: found.programAddress,
      lamports: found.lamports,
      executable: found.executable,
      data,
      space: data.length,
    };
  };
  const read = (at: string): Uint8Array => {
    const found = account(at);
    if (found === null) throw new Error('no account');
    return found.data;
  };
  return { svm, payer, send, account, read };
}
