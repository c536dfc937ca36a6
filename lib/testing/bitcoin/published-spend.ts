import { Address, NETWORK, OutScript } from '@scure/btc-signer';
import * as bitcoin from 'bitcoinjs-lib';
import type { EsploraTransaction } from './made-spends';

/**
 * Converts a published transaction to Esplora's format.
 * @param signed the complete transaction in hex
 * @param scripts output scripts in hex from which the inputs spend, in the order of the inputs
 */
export function publishedSpend(signed: string, scripts: readonly string[]): EsploraTransaction {
  const transaction = bitcoin.Transaction.fromHex(signed);
  return {
    txid: transaction.getId(),
    vin: transaction.ins.map(({ hash, index, script, witness }, i) => ({
      txid: Buffer.from(hash).reverse().toString('hex'),
      vout: index,
      prevout: {
        scriptpubkey: scripts[i] as string,
        scriptpubkey_address: addressOfScript(scripts[i] as string),
        value: 0,
      },
      scriptsig: Buffer.from(script).toString('hex'),
      witness: witness.map((item) => Buffer.from(item).toString('hex')),
      is_coinbase: false,
    })),
    vout: [],
    status: { confirmed: true },
  };
}

/** Returns the mainnet address of an output script in hex. */
export const addressOfScript = (script: string): string =>
  Address(NETWORK).encode(OutScript.decode(Buffer.from(script, 'hex')));
