import { type BtcAddressInfo, type BtcNetwork, parseBtcAddress } from './address';
import { hash160, type KeyAddresses, programsOfKey } from './addresses-of-key';
import { uncompressedKey } from './curve';

/** Address types that a key can be shown to control. Untweaked P2TR is not one of them. */
type ProvenForm = Exclude<keyof KeyAddresses, 'p2trUntweaked'>;

/**
 * Result of comparing an address with a key.
 * - `belongs`: the key controls the address, which is on mainnet
 * - `other-network`: the key controls the address, which is on a test network
 * - `foreign`: the address certainly belongs to another key (it is the hash of a single key)
 * - `unprovable`: no single key can be shown to control the address, for the reason `why`: a script hash, or a taproot
 * output that has a script tree or lacks the BIP-86 tweak
 */
export type AddressMatch =
  | { result: 'belongs' | 'other-network'; form: ProvenForm; network: BtcNetwork }
  | { result: 'foreign'; network: BtcNetwork }
  | { result: 'unprovable'; network: BtcNetwork; why: 'script-hash' | 'taproot-tree' | 'untweaked-taproot' };

/** Checks whether the key controls the address, on any network (contract §4). */
export function isProven(match: AddressMatch): boolean {
  return match.result === 'belongs' || match.result === 'other-network';
}

/**
 * Compares a key with an address.
 * @param publicKey compressed, lower-case hex
 * @throws InvalidInputError if the address is malformed or has an undefined type
 */
export function matchAddress(publicKey: string, address: string | BtcAddressInfo): AddressMatch {
  const info = typeof address === 'string' ? parseBtcAddress(address) : address;
  const { network } = info;
  const form = provenForm(publicKey, info);
  if (form) return { result: network === 'mainnet' ? 'belongs' : 'other-network', form, network };
  switch (info.type) {
    case 'p2pkh':
    case 'p2wpkh':
      return { result: 'foreign', network };
    case 'p2tr':
      return {
        result: 'unprovable',
        network,
        why: hexOf(info.payload) === publicKey.slice(2) ? 'untweaked-taproot' : 'taproot-tree',
      };
    default:
      return { result: 'unprovable', network, why: 'script-hash' };
  }
}

function provenForm(publicKey: string, { type, payload }: BtcAddressInfo): ProvenForm | undefined {
  const key = Buffer.from(publicKey, 'hex');
  const hash = hexOf(payload);
  switch (type) {
    case 'p2wpkh':
      return hash === hash160(key).toString('hex') ? 'p2wpkh' : undefined;
    case 'p2pkh':
      if (hash === hash160(key).toString('hex')) return 'p2pkh';
      return hash === hash160(uncompressedKey(key)).toString('hex') ? 'p2pkhUncompressed' : undefined;
    case 'p2sh':
      return hash === hexOf(programsOfKey(uncompressedKey(key)).scriptHash) ? 'p2shP2wpkh' : undefined;
    case 'p2tr':
      return hash === hexOf(programsOfKey(uncompressedKey(key)).outputKey) ? 'p2tr' : undefined;
    default:
      return undefined;
  }
}

const hexOf = (bytes: Uint8Array = new Uint8Array()) => Buffer.from(bytes).toString('hex');
