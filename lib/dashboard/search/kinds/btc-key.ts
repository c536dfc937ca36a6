import { parseBtcPublicKey } from '@/lib/bitcoin/public-key';
import type { InvalidInputError } from '@/lib/errors';
import { type Detector, invalidInput } from '../detected-input';

/** Minimum number of hex digits that are treated as a mistyped key. */
const LEAST_DIGITS = 60;

/** Recognizes hex of 33 or 65 bytes; `hex32` recognizes 32 bytes. */
export const btcKey: Detector = (text) => {
  const digits = /^0x/i.test(text) ? text.length - 2 : text.length;
  if (digits < LEAST_DIGITS || !/^(0x)?[0-9a-f]+$/i.test(text)) return undefined;
  try {
    const value = parseBtcPublicKey(text);
    return { ok: true, kind: 'btc-key', label: 'Bitcoin public key', value, href: `/bitcoin/${value}` };
  } catch (error) {
    return invalidInput((error as InvalidInputError).message);
  }
};
