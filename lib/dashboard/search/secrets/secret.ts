import { stripInvisible } from '../strip-invisible';
import { describePrivateKey } from './private-key';
import { holdsRecoveryPhrase } from './recovery-phrase';
import { holdsSolanaKeyPair } from './solana-key-pair';

/** Maximum length of text that is scanned for secrets. Longer text counts as a secret and must not leave the device. */
export const MAX_SCANNED = 65_536;

/**
 * Finds a secret in text and returns its name with an article, such as "a recovery phrase". Detects Bitcoin private
 * keys (WIF, BIP-32, BIP-38), including those within a descriptor or JSON, English recovery phrases (BIP-39) and Solana
 * key pairs. Returns undefined if the text contains no secret. Rejects if the word list or the curve library cannot be
 * loaded; the caller must then not use the text.
 */
export async function secretIn(input: string): Promise<string | undefined> {
  if (input.length > MAX_SCANNED) return 'a text too long to be searched for private keys';
  const text = stripInvisible(input);
  const tokens = text.split(/[^1-9A-HJ-NP-Za-km-z]+/);
  const key = tokens.map(describePrivateKey).find((found) => found !== undefined);
  if (key !== undefined)
    return /^\s*(pkh|wpkh|sh|wsh|tr|rawtr|pk|combo)\(/.test(text) ? 'a descriptor with a private key' : key;
  if (await holdsSolanaKeyPair(text, tokens)) return 'the private key of a Solana account';
  if (await holdsRecoveryPhrase(text)) return 'a recovery phrase';
  return undefined;
}

/** Checks whether text contains 32 bytes of hex, which may be a private key. */
export const holdsHex32 = (text: string): boolean =>
  text
    .replace(/0x/gi, ' ')
    .split(/[^0-9a-zA-Z]+/)
    .some((word) => word.length === 64 && /^[0-9a-f]{64}$/i.test(word));
