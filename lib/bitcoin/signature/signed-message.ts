import { base64 } from '@scure/base';
import { type BtcAddressInfo, parseBtcAddress } from '../address';
import { messageBytes } from './bip322-hash';
import { checkLegacySignature, LEGACY_LENGTH } from './legacy-signature';
import { refusal, type SignatureProof } from './signature-proof';
import { checkSimpleSignature } from './simple-signature';
import { readWitness } from './witness';

/** Maximum length of a message, in bytes of UTF-8. */
export const MAX_MESSAGE_BYTES = 4096;
/** Maximum length of a signature, in characters. */
export const MAX_SIGNATURE_CHARACTERS = 2048;

/**
 * Verifies a message signature made with the key of an address: BIP-137 (with Electrum's header bytes), or "simple"
 * BIP-322 with or without the prefix `smp`. Works offline in the browser. Takes linear time and limits the input size.
 * @param address an address on any network
 * @param signature base64; white space is ignored
 * @throws SignatureRefusal with a reason and an explanation: `unsupported-address`, `message-too-long`,
 * `message-not-unicode`, `empty-signature`, `signature-too-long`, `not-base64`, `wrong-length`, and the reasons of
 * {@link checkLegacySignature} and {@link checkSimpleSignature}
 */
export function checkSignedMessage(address: string, message: string, signature: string): SignatureProof {
  const info = parseBtcAddress(address);
  refuseUnsupported(info);
  const text = boundedMessage(message);
  const bytes = signatureBytes(signature);
  if (bytes.length === LEGACY_LENGTH) return checkLegacySignature(info, text, bytes);
  if (isTransaction(bytes)) throw otherFormat('full');
  const witness = readWitness(bytes);
  if (witness === undefined)
    throw refusal(
      'wrong-length',
      `A signature has 65 bytes (BIP-137) or is a witness stack (BIP-322); these ${bytes.length} bytes are neither. Part of the signature may be missing`,
    );
  return checkSimpleSignature(info, text, witness);
}

/** Explains why a single signature cannot prove control of `address`; returns undefined if it can. */
export function whyUnsupported(address: string): string | undefined {
  try {
    refuseUnsupported(parseBtcAddress(address));
    return undefined;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

function refuseUnsupported({ type }: BtcAddressInfo): void {
  if (type === 'p2wsh')
    throw refusal(
      'unsupported-address',
      'This address is the hash of a script (P2WSH), such as multisig: a signature by one key cannot prove who owns it',
    );
}

function boundedMessage(message: string): Uint8Array {
  // Each character takes at least one byte, so text that is too long need not be encoded.
  const bytes = message.length > MAX_MESSAGE_BYTES ? undefined : messageBytes(message);
  if (bytes === undefined || bytes.length > MAX_MESSAGE_BYTES)
    throw refusal('message-too-long', `The message is longer than ${MAX_MESSAGE_BYTES} bytes`);
  if (/\p{Surrogate}/u.test(message))
    throw refusal(
      'message-not-unicode',
      'The message contains half of a character (a lone surrogate), so it cannot be the signed text',
    );
  return bytes;
}

function signatureBytes(signature: string): Uint8Array {
  if (signature.length > MAX_SIGNATURE_CHARACTERS)
    throw refusal(
      'signature-too-long',
      `The signature is longer than ${MAX_SIGNATURE_CHARACTERS} characters; a signature by a single key has 88 to 150`,
    );
  const text = signature.replace(/\s/g, '');
  if (text === '') throw refusal('empty-signature', 'The signature is empty');
  const prefix = /^(smp|ful|pof)/.exec(text)?.[0];
  // These prefixes are valid base64, so check for them before decoding.
  if (prefix === 'ful' || prefix === 'pof') throw otherFormat(prefix === 'ful' ? 'full' : 'proof of funds');
  try {
    return base64.decode(prefix === undefined ? text : text.slice(3));
  } catch {
    throw refusal(
      'not-base64',
      'The signature is not base64 (letters, digits, + and /, padded with = to a multiple of four): it may be truncated, or in hex',
    );
  }
}

/** Checks whether the bytes are a full transaction (BIP-322 “full”), which begins with its version, 0 or 2. */
function isTransaction([version, ...rest]: Uint8Array): boolean {
  return (version === 0 || version === 2) && rest.slice(0, 3).every((byte) => byte === 0) && rest.length > 3;
}

const otherFormat = (name: string) =>
  refusal(
    'unsupported-signature',
    `This is the “${name}” form of BIP-322, but only the “simple” form is supported`,
  );
