import { parseBtcPublicKey } from '@/lib/bitcoin/public-key';
import type { InvalidInputError } from '@/lib/errors';
import { type Kind, wrong } from '../recognised';

/** Hex that is near enough to a key for its fault to be worth a word. */
const LEAST_DIGITS = 60;
const MOST_DIGITS = 200;

/** Hex of 33 or 65 bytes; 32 bytes are `hex32`. */
export const btcKey: Kind = (text) => {
  const digits = /^0x/i.test(text) ? text.length - 2 : text.length;
  if (digits < LEAST_DIGITS || digits > MOST_DIGITS || !/^(0x)?[0-9a-f]+$/i.test(text)) return undefined;
  try {
    const value = parseBtcPublicKey(text);
    return { ok: true, kind: 'btc-key', label: 'Bitcoin public key', value, href: `/bitcoin/${value}` };
  } catch (error) {
    return wrong((error as InvalidInputError).message);
  }
};
