import { base58 } from '@scure/base';
import type * as z from 'zod/mini';
import type { ErrorReason } from '@/lib/error-reasons';
import { InvalidInputError } from '@/lib/errors';
import { parsedText } from '@/lib/json/describe';
import { decodeBase58check, MAX_BASE58_CHARACTERS, refuseKeyData } from './base58-keys';
import { bytesOfWords, decodeBech32, describeCharacter } from './bech32';

/**
 * Networks that an address can distinguish. Testnet3, testnet4 and signet share all prefixes. Regtest shares their
 * base58 prefixes, but has its own bech32 prefix `bcrt1`.
 */
export type BtcNetwork = 'mainnet' | 'testnet' | 'regtest';

type BtcAddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'p2a' | 'future-witness';

/** A decoded address. `payload` is the hash or the witness program. */
export type BtcAddressInfo = {
  /** Canonical form: bech32 in lower case. */
  address: string;
  type: BtcAddressType;
  network: BtcNetwork;
  /** Undefined for base58 addresses. */
  witnessVersion?: number;
  payload: Uint8Array;
};

/**
 * Schema of a Bitcoin address of a defined type, on any network. The output is in canonical form. Safe in the browser.
 */
export const BtcAddress = parsedText(
  'btcAddress must be a Bitcoin address, as a string',
  (text) => parseBtcAddress(text).address,
);
export type BtcAddress = z.output<typeof BtcAddress>;

const SEGWIT_PREFIXES: Record<string, BtcNetwork> = { bc: 'mainnet', tb: 'testnet', bcrt: 'regtest' };
const BASE58_VERSIONS: Record<number, { type: 'p2pkh' | 'p2sh'; network: BtcNetwork }> = {
  0: { type: 'p2pkh', network: 'mainnet' },
  5: { type: 'p2sh', network: 'mainnet' },
  111: { type: 'p2pkh', network: 'testnet' },
  196: { type: 'p2sh', network: 'testnet' },
};

/**
 * Parses an address of a defined type.
 * @throws InvalidInputError as {@link describeBtcAddress} does, and `unsupported-address-type` for types without a
 * definition yet (witness versions 2 to 16, and version 1 with a length other than 32) and
 * for pay-to-anchor, which belongs to no key
 */
export function parseBtcAddress(text: string): BtcAddressInfo {
  const info = describeBtcAddress(text);
  if (info.type === 'p2a')
    throw refusal(
      'unsupported-address-type',
      'Unsupported address type: pay-to-anchor (BIP 433), which anyone can spend and which belongs to no key',
    );
  if (info.type === 'future-witness')
    throw refusal(
      'unsupported-address-type',
      `Unsupported address type: witness version ${info.witnessVersion} with a program of ${info.payload.length} bytes is valid, but not defined yet`,
    );
  return info;
}

/**
 * Describes any address that is valid according to BIP-173, BIP-350 or base58check.
 * @throws InvalidInputError with a specific reason; the message never contains the text, which may be a private key
 * pasted by mistake
 */
export function describeBtcAddress(text: string): BtcAddressInfo {
  const trimmed = text.trim();
  if (trimmed === '') throw refusal('empty', 'The Bitcoin address is empty');
  if (/^(bc|tb|bcrt)1/i.test(trimmed)) return segwitAddress(trimmed);
  if (/^0x/i.test(trimmed))
    throw refusal('unknown-prefix', 'Expected a Bitcoin address, but this starts with 0x');
  if (isBech32Like(trimmed)) throw refusal('unknown-prefix', UNKNOWN_PREFIX);
  return base58Address(trimmed);
}

const UNKNOWN_PREFIX = 'The address prefix does not belong to a Bitcoin network: expected bc1, tb1 or bcrt1';

/**
 * Checks whether a string looks like bech32: it has a single case, a separator, and a known prefix or characters that
 * base58 lacks.
 */
function isBech32Like(text: string): boolean {
  const lower = text.toLowerCase();
  return (text === lower || text === text.toUpperCase()) && /^[a-z]{1,83}1[02-9ac-hj-np-z]{6,}$/.test(lower);
}

function segwitAddress(text: string): BtcAddressInfo {
  const { prefix, words, variant } = decodeBech32(text);
  const network = SEGWIT_PREFIXES[prefix];
  if (network === undefined) throw refusal('unknown-prefix', UNKNOWN_PREFIX);
  const witnessVersion = words[0] ?? 0;
  if (witnessVersion > 16)
    throw refusal(
      'invalid-witness-version',
      `The witness version must be from 0 to 16, not ${witnessVersion}`,
    );
  const due = witnessVersion === 0 ? 'bech32' : 'bech32m';
  if (variant !== due)
    throw refusal(
      'wrong-checksum-kind',
      `An address of witness version ${witnessVersion} must have a ${due} checksum (BIP-350), not ${variant}`,
    );
  const payload = bytesOfWords(words.slice(1));
  const length = payload.length;
  if (length < 2 || length > 40 || (witnessVersion === 0 && length !== 20 && length !== 32))
    throw refusal(
      'wrong-program-length',
      `A witness program of version ${witnessVersion} cannot have ${length} bytes`,
    );
  const type = segwitType(witnessVersion, payload);
  return { address: text.toLowerCase(), type, network, witnessVersion, payload };
}

function segwitType(witnessVersion: number, { length, 0: first, 1: second }: Uint8Array): BtcAddressType {
  if (witnessVersion === 0) return length === 20 ? 'p2wpkh' : 'p2wsh';
  if (witnessVersion !== 1) return 'future-witness';
  if (length === 32) return 'p2tr';
  // Pay-to-anchor (BIP 433): version 1 with the program 4e73.
  return length === 2 && first === 0x4e && second === 0x73 ? 'p2a' : 'future-witness';
}

function base58Address(text: string): BtcAddressInfo {
  const foreign = /[^1-9A-HJ-NP-Za-km-z]/u.exec(text);
  if (foreign)
    throw refusal(
      'invalid-character',
      `Not a Bitcoin address: ${describeCharacter(foreign[0])} at position ${foreign.index + 1} is not allowed in an address`,
    );
  if (text.length > MAX_BASE58_CHARACTERS)
    throw refusal('wrong-length', `A base58 address has 26 to 35 characters, not ${text.length}`);
  const body = decodeBase58check(text) ?? refuseBase58(text);
  const version = body[0] ?? -1;
  refuseKeyData(body);
  const known = BASE58_VERSIONS[version];
  if (known === undefined)
    throw refusal('unknown-prefix', `The version byte ${version} does not belong to a Bitcoin address`);
  if (body.length !== 21)
    throw refusal('wrong-length', `A base58 address contains a hash of 20 bytes, not ${body.length - 1}`);
  return { address: text, ...known, payload: body.slice(1) };
}

/** Throws `bad-checksum` if the text decodes to 25 bytes or to fewer than 5, otherwise `wrong-length`. */
function refuseBase58(text: string): never {
  const { length } = base58.decode(text);
  throw length === 25 || length < 5
    ? refusal('bad-checksum', 'The checksum of the address is invalid: a character is wrong or missing')
    : refusal(
        'wrong-length',
        `Not a Bitcoin address: it must decode to 25 bytes, not ${length}, and its checksum is invalid`,
      );
}

const refusal = (reason: ErrorReason, message: string) => new InvalidInputError(reason, message);
