import { secp256k1 } from '@noble/curves/secp256k1.js';
import { NETWORK, p2ms, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import * as bitcoin from 'bitcoinjs-lib';

/** Output types whose spends reveal the key. `MadeForm` adds two types whose spends do not. */
export const SPENDABLE_FORMS = ['p2pkh', 'p2pkhUncompressed', 'p2shP2wpkh', 'p2wpkh'] as const;
export type MadeForm = (typeof SPENDABLE_FORMS)[number] | 'p2tr' | 'multisig';

const NETWORKS = { mainnet: NETWORK, testnet: TEST_NETWORK, regtest: { ...TEST_NETWORK, bech32: 'bcrt' } };
export type MadeNetwork = keyof typeof NETWORKS;

/** A transaction input in Esplora's format. */
export type EsploraInput = {
  txid: string;
  vout: number;
  prevout: { scriptpubkey: string; scriptpubkey_address: string; value: number };
  scriptsig: string;
  witness: string[];
  is_coinbase: boolean;
};

/** A transaction in Esplora's format, with some fields that the service does not use. */
export type EsploraTransaction = {
  txid: string;
  vin: EsploraInput[];
  vout: { scriptpubkey: string; scriptpubkey_address: string; value: number }[];
  status: { confirmed: boolean };
};

/** A private key of 32 bytes, and the type of its address. */
export type Spender = { privateKey: Uint8Array; form: MadeForm };

const hex = (bytes: Uint8Array = new Uint8Array()) => Buffer.from(bytes).toString('hex');
const AMOUNT = 100_000n;

/** Returns the compressed public key of a private key, in hex. */
export const publicKeyOf = (privateKey: Uint8Array): string => hex(secp256k1.getPublicKey(privateKey, true));

/** Returns the output script, address and redeem script of a spender. */
function paymentOf({ privateKey, form }: Spender, networkName: MadeNetwork) {
  const network = NETWORKS[networkName];
  const key = secp256k1.getPublicKey(privateKey, true);
  switch (form) {
    case 'p2pkh':
      return p2pkh(key, network);
    case 'p2pkhUncompressed':
      return p2pkh(secp256k1.getPublicKey(privateKey, false), network);
    case 'p2shP2wpkh':
      return p2sh(p2wpkh(key, network), network);
    case 'p2wpkh':
      return p2wpkh(key, network);
    case 'p2tr':
      return p2tr(key.subarray(1), undefined, network);
    case 'multisig':
      return p2sh(p2ms(1, [key, secp256k1.Point.BASE.toBytes(true)]), network);
  }
}

/** Returns the address from which a spender spends. */
export function spentAddressOf(spender: Spender, network: MadeNetwork = 'mainnet'): string {
  return paymentOf(spender, network).address as string;
}

/** Creates a transaction that pays an address and spends from an unrelated one. */
export function receiving(address: string, txid: string): EsploraTransaction {
  const paid = { scriptpubkey: '', scriptpubkey_address: address, value: 1_000 };
  const coinbase = { txid: '00'.repeat(32), vout: 0xffffffff, prevout: null, is_coinbase: true };
  return {
    txid,
    vin: [{ ...coinbase, scriptsig: '03abcdef', witness: ['00'.repeat(32)] } as unknown as EsploraInput],
    vout: [paid],
    status: { confirmed: true },
  };
}

/**
 * Creates a signed transaction that spends from each spender, in the given order.
 * @param seed determines the outpoints of the inputs, so that transactions of the same key differ
 */
export function madeSpend(
  spenders: readonly Spender[],
  network: MadeNetwork = 'mainnet',
  seed = 1,
): EsploraTransaction {
  const outpoint = (i: number) => hex(Uint8Array.of(seed & 0xff, (seed >> 8) & 0xff, i)).padStart(64, 'a');
  const only = spenders[0];
  const { txid, inputs } =
    spenders.length === 1 && only?.form === 'p2pkhUncompressed'
      ? signedByUncompressedKey(only, network, outpoint(0))
      : signedTogether(spenders, network, outpoint);
  return {
    txid,
    vin: inputs.map(({ scriptsig, witness }, i) => {
      const { script, address } = paymentOf(spenders[i] as Spender, network);
      return {
        txid: outpoint(i),
        vout: i,
        prevout: {
          scriptpubkey: hex(script),
          scriptpubkey_address: address as string,
          value: Number(AMOUNT),
        },
        scriptsig,
        witness,
        is_coinbase: false,
      };
    }),
    vout: [],
    status: { confirmed: true },
  };
}

type SignedInput = { scriptsig: string; witness: string[] };

function signedTogether(
  spenders: readonly Spender[],
  network: MadeNetwork,
  outpoint: (i: number) => string,
): { txid: string; inputs: SignedInput[] } {
  const transaction = new Transaction({ allowLegacyWitnessUtxo: true });
  for (const [i, spender] of spenders.entries()) {
    const { script, redeemScript, tapInternalKey } = paymentOf(spender, network) as {
      script: Uint8Array;
      redeemScript?: Uint8Array;
      tapInternalKey?: Uint8Array;
    };
    transaction.addInput({
      txid: outpoint(i),
      index: i,
      witnessUtxo: { script, amount: AMOUNT },
      ...(redeemScript && { redeemScript }),
      ...(tapInternalKey && { tapInternalKey }),
    });
  }
  transaction.addOutput({
    script: paymentOf({ privateKey: ONE, form: 'p2wpkh' }, network).script,
    amount: 1_000n,
  });
  for (const [i, { privateKey }] of spenders.entries()) transaction.signIdx(privateKey, i);
  transaction.finalize();
  const inputs = spenders.map((_, i) => {
    const { finalScriptSig, finalScriptWitness } = transaction.getInput(i);
    return { scriptsig: hex(finalScriptSig), witness: (finalScriptWitness ?? []).map(hex) };
  });
  return { txid: transaction.id, inputs };
}

const ONE = Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? 1 : 0));

/** Signs a spend with an uncompressed key. Does not use btc-signer, which supports only compressed keys. */
function signedByUncompressedKey(spender: Spender, network: MadeNetwork, outpoint: string) {
  const script = paymentOf(spender, network).script;
  const transaction = new bitcoin.Transaction();
  transaction.addInput(Buffer.from(outpoint, 'hex').reverse(), 0);
  transaction.addOutput(script, 1_000n);
  const digest = transaction.hashForSignature(0, script, bitcoin.Transaction.SIGHASH_ALL);
  const compact = secp256k1.sign(digest, spender.privateKey, { prehash: false });
  const signature = bitcoin.script.signature.encode(Buffer.from(compact), bitcoin.Transaction.SIGHASH_ALL);
  const scriptSig = bitcoin.script.compile([signature, secp256k1.getPublicKey(spender.privateKey, false)]);
  transaction.setInputScript(0, scriptSig);
  return { txid: transaction.getId(), inputs: [{ scriptsig: hex(scriptSig), witness: [] }] };
}
