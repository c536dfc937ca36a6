import { withoutInvisible } from '../without-invisible';
import { isPrivateKey } from './private-key';
import { holdsRecoveryPhrase } from './recovery-phrase';
import { holdsSolanaKeyPair } from './solana-key-pair';

/** The longest text that is looked through; a longer one is not to leave the device either. */
export const MOST_LOOKED_THROUGH = 65_536;

/**
 * What secret a text holds anywhere, in words with their article; undefined where it holds none that is known:
 * private keys of Bitcoin (WIF, BIP-32, BIP-38), alone or in a descriptor or JSON, English recovery phrases (BIP-39) and
 * Solana key pairs. Rejects when the word list or the curve cannot be loaded: the text is then not to be used.
 */
export async function secretIn(input: string): Promise<string | undefined> {
  if (input.length > MOST_LOOKED_THROUGH) return 'a text too long to be searched for private keys';
  const text = withoutInvisible(input);
  const tokens = text.split(/[^1-9A-HJ-NP-Za-km-z]+/);
  const key = tokens.map(isPrivateKey).find((found) => found !== undefined);
  if (key !== undefined)
    return /^\s*(pkh|wpkh|sh|wsh|tr|rawtr|pk|combo)\(/.test(text) ? 'a descriptor with a private key' : key;
  if (await holdsSolanaKeyPair(text, tokens)) return 'the private key of a Solana account';
  if (await holdsRecoveryPhrase(text)) return 'a recovery phrase';
  return undefined;
}

/** Whether a text holds 32 bytes of hex on their own: they may be a private key, and nothing in them says so. */
export const holdsHex32 = (text: string): boolean =>
  text
    .replace(/0x/gi, ' ')
    .split(/[^0-9a-zA-Z]+/)
    .some((word) => word.length === 64 && /^[0-9a-f]{64}$/i.test(word));
