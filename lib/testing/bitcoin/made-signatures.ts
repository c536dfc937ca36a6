import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64 } from '@scure/base';
import { RawWitness, SigHash, Transaction } from '@scure/btc-signer';
import * as bitcoin from 'bitcoinjs-lib';
import { type MadeNetwork, paymentOf, type Spender } from './made-spends';

// Creates message signatures as wallets do, with packages that the verifier does not use.

const utf8 = (text: string) => new TextEncoder().encode(text);

/** First BIP-137 header byte for each type of address. For segwit, Electrum uses the byte of `p2pkh`. */
export const LEGACY_HEADERS = { p2pkhUncompressed: 27, p2pkh: 31, p2shP2wpkh: 35, p2wpkh: 39 };

/**
 * Creates a BIP-137 signature in base64.
 * @param firstHeader the header byte for recovery id 0
 * @param isHighS whether to use the larger of the two possible s values, which signatures before 2014 could have
 */
export function legacySignature(
  privateKey: Uint8Array,
  message: string,
  firstHeader: number,
  isHighS = false,
): string {
  const text = utf8(message);
  const length = Buffer.alloc(text.length < 0xfd ? 1 : 3, 0xfd);
  if (text.length < 0xfd) length[0] = text.length;
  else length.writeUInt16LE(text.length, 1);
  const hash = bitcoin.crypto.hash256(Buffer.concat([utf8('\x18Bitcoin Signed Message:\n'), length, text]));
  const signed = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' });
  const [recovery = 0, ...compact] = signed;
  if (!isHighS) return base64.encode(Uint8Array.of(firstHeader + recovery, ...compact));
  const s = secp256k1.Point.CURVE().n - BigInt(`0x${Buffer.from(compact.slice(32)).toString('hex')}`);
  const other = Buffer.from(s.toString(16).padStart(64, '0'), 'hex');
  return base64.encode(Uint8Array.of(firstHeader + (recovery ^ 1), ...compact.slice(0, 32), ...other));
}

/** Returns the transaction id of BIP-322's `to_spend`. */
function toSpendIdOf(script: Uint8Array, message: string): string {
  const tag = bitcoin.crypto.sha256(utf8('BIP0322-signed-message'));
  const hash = bitcoin.crypto.sha256(Buffer.concat([tag, tag, utf8(message)]));
  const transaction = new bitcoin.Transaction();
  transaction.version = 0;
  transaction.addInput(new Uint8Array(32), 0xffffffff, 0, Uint8Array.of(0, 32, ...hash));
  transaction.addOutput(script, 0n);
  return transaction.getId();
}

/**
 * Creates a "simple" BIP-322 signature in base64.
 * @param hashType only for taproot; otherwise SIGHASH_ALL is used
 */
export function simpleSignature(
  spender: Spender,
  message: string,
  network: MadeNetwork = 'mainnet',
  hashType: SigHash = SigHash.DEFAULT,
): string {
  const payment = paymentOf(spender, network);
  const transaction = new Transaction({ version: 0, allowUnknownOutputs: true });
  transaction.addInput({
    ...payment,
    txid: toSpendIdOf(payment.script, message),
    index: 0,
    sequence: 0,
    sighashType: spender.form === 'p2tr' ? hashType : SigHash.ALL,
    witnessUtxo: { amount: 0n, script: payment.script },
  });
  transaction.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) });
  transaction.signIdx(spender.privateKey, 0, [SigHash.ALL, SigHash.DEFAULT]);
  transaction.finalize();
  return base64.encode(RawWitness.encode(transaction.getInput(0).finalScriptWitness as Uint8Array[]));
}
