import { base58 } from '@scure/base';

/** Decodes base58 of exactly 64 bytes, such as a Solana signature or key pair; returns undefined for other text. */
export function decodeBase58Of64(text: string): Uint8Array | undefined {
  // 64 bytes take 64 to 88 characters.
  if (!/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)) return undefined;
  const bytes = base58.decode(text);
  return bytes.length === 64 ? bytes : undefined;
}
