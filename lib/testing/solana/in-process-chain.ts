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
import { Clock, ComputeBudget, LiteSVM } from 'litesvm';
import type { AccountBytes } from '@/lib/solana/account-description/account-kind';

/**
 * Runs the real on-chain programs in this process (LiteSVM), so that tests can compare decoders with what the programs
 * write and return. `send` throws if a program rejects the transaction.
 */
export async function inProcessChain() {
  const budget = new ComputeBudget();
  // Formatting a large double exceeds the default compute limit of a transaction.
  budget.computeUnitLimit = 100_000_000n;
  const svm = new LiteSVM().withComputeBudget(budget).withBlockhashCheck(false).withSigverify(false);
  const payer = await generateKeyPairSigner();
  svm.airdrop(payer.address, lamports(10_000_000_000n));

  const sign = (signers: KeyPairSigner[], instructions: TransactionInstruction[]) => {
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
    return signTransactionMessageWithSigners(message);
  };

  /** Signs and sends a transaction. Throws if a program rejects it. */
  const send = async (signers: KeyPairSigner[], instructions: TransactionInstruction[]) => {
    const result = svm.sendTransaction(await sign(signers, instructions));
    if ('err' in result) throw new Error(result.toString());
  };
  /** Simulates an instruction and returns its return data. */
  const ask = async (instruction: TransactionInstruction): Promise<Uint8Array> => {
    const result = svm.simulateTransaction(await sign([], [instruction]));
    if ('err' in result) throw new Error(result.toString());
    return result.meta().returnData().data();
  };
  /** Reads an account; returns null if it does not exist. */
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
  /** Reads the data of an account. Throws if the account does not exist. */
  const read = (at: string): Uint8Array => {
    const found = account(at);
    if (found === null) throw new Error('no account');
    return found.data;
  };
  /** Writes an account directly, without a transaction. */
  const write = (at: string, program: string, data: Uint8Array) =>
    svm.setAccount({
      address: address(at),
      programAddress: address(program),
      data,
      executable: false,
      lamports: lamports(1_000_000_000n),
      space: BigInt(data.length),
    });
  const setClock = (epoch: bigint, unixTimestamp: bigint) =>
    svm.setClock(new Clock(svm.getClock().slot, 0n, epoch, epoch + 1n, unixTimestamp));
  return { svm, payer, send, ask, account, read, write, setClock };
}
