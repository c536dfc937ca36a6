import { createHash, hash } from 'node:crypto';
import type { BtcNetwork } from './address';
import { base58check } from './base58-keys';
import { encodeSegwitAddress } from './bech32';
import { taprootOutputKey, uncompressedKey } from './curve';

/**
 * The addresses of a key on one network. `p2trUntweaked` (with the key itself as output key) does not count as an
 * address of the key. It is only used to explain why an address does not match.
 */
export type KeyAddresses = {
  p2pkh: string;
  p2pkhUncompressed: string;
  p2shP2wpkh: string;
  p2wpkh: string;
  p2tr: string;
  p2trUntweaked: string;
};

const NETWORKS: Record<BtcNetwork, { p2pkh: number; p2sh: number; segwit: string }> = {
  mainnet: { p2pkh: 0, p2sh: 5, segwit: 'bc' },
  testnet: { p2pkh: 111, p2sh: 196, segwit: 'tb' },
  regtest: { p2pkh: 111, p2sh: 196, segwit: 'bcrt' },
};

/**
 * Calculates the hashes and the output key in a key's addresses. They are the same on every network.
 * @param point the uncompressed key, 65 bytes
 */
export function programsOfKey(point: Uint8Array) {
  const key = compressed(point);
  const keyHash = hash160(key);
  return {
    /** hash160 of the compressed key, for P2PKH and P2WPKH (BIP-84). */
    keyHash,
    /** hash160 of the script 0014‹keyHash›, for P2SH-P2WPKH (BIP-49). */
    scriptHash: scriptHashOf(keyHash),
    /** x-only output key according to BIP-86. */
    outputKey: taprootOutputKey(point),
    xOnly: key.subarray(1),
  };
}

function compressed(point: Uint8Array): Buffer {
  const key = Buffer.from(point.subarray(0, 33));
  key[0] = 2 + ((point[64] as number) & 1);
  return key;
}

/** OP_0 and a push of 20 bytes: the start of a P2SH-P2WPKH redeem script (BIP-141). */
const P2WPKH_SCRIPT = Uint8Array.of(0x00, 0x14);

/** Returns the hash of the P2SH-P2WPKH redeem script of a key, from the hash of the key. */
export const scriptHashOf = (keyHash: Uint8Array): Buffer => hash160(Buffer.concat([P2WPKH_SCRIPT, keyHash]));

/** Returns all addresses of a key on mainnet, the testnets (including signet) and regtest. */
export function addressesOfKey(publicKey: string): Record<BtcNetwork, KeyAddresses> {
  const point = uncompressedKey(publicKey);
  const programs = programsOfKey(point);
  const uncompressedHash = hash160(point);
  const on = (network: BtcNetwork): KeyAddresses => ({
    p2pkh: base58Address(NETWORKS[network].p2pkh, programs.keyHash),
    p2pkhUncompressed: base58Address(NETWORKS[network].p2pkh, uncompressedHash),
    p2shP2wpkh: base58Address(NETWORKS[network].p2sh, programs.scriptHash),
    p2wpkh: encodeSegwitAddress(NETWORKS[network].segwit, 0, programs.keyHash),
    p2tr: encodeSegwitAddress(NETWORKS[network].segwit, 1, programs.outputKey),
    p2trUntweaked: encodeSegwitAddress(NETWORKS[network].segwit, 1, programs.xOnly),
  });
  return { mainnet: on('mainnet'), testnet: on('testnet'), regtest: on('regtest') };
}

/**
 * Returns the four addresses that a lookup of a key records: P2PKH, P2SH-P2WPKH, P2WPKH and P2TR (BIP-86) on mainnet
 * (contract §4).
 */
export function recordedAddressesOfKey(publicKey: string): readonly string[] {
  const { keyHash, scriptHash, outputKey } = programsOfKey(uncompressedKey(publicKey));
  return [
    base58Address(NETWORKS.mainnet.p2pkh, keyHash),
    base58Address(NETWORKS.mainnet.p2sh, scriptHash),
    encodeSegwitAddress('bc', 0, keyHash),
    encodeSegwitAddress('bc', 1, outputKey),
  ];
}

/** Hashes with SHA-256, then with RIPEMD-160. */
export function hash160(bytes: Uint8Array): Buffer {
  return createHash('ripemd160')
    .update(hash('sha256', bytes, 'buffer'))
    .digest();
}

function base58Address(version: number, payload: Uint8Array): string {
  return base58check.encode(Buffer.concat([Uint8Array.of(version), payload]));
}
