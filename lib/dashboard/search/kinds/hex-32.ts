import { parseBtcPublicKey } from '@/lib/bitcoin/public-key';
import type { InvalidInputError } from '@/lib/errors';
import { type Detector, type ExternalPage, type InternalPage, secretOnDevice } from '../detected-input';
import { bitcoinPage, evmPage } from '../explorers';

/** Every Bitcoin block hash begins with these zeros. */
const BLOCK_ZEROS = '00000000';

/** Recognizes 32 bytes of hex: an x-only key, a hash or a private key. The digits do not show which it is. */
export const hex32: Detector = (text) => {
  if ((text.length !== 64 && text.length !== 66) || !/^(0x)?[0-9a-f]{64}$/i.test(text)) return undefined;
  const value = text.slice(-64).toLowerCase();
  return {
    ok: false,
    kind: 'choice',
    message: '32 bytes of hex can be several things. Nothing was sent. Choose what this is',
    options: [...xOnlyKey(value), ...hashes(value, text.length === 66), secretOnDevice('a private key')],
  };
};

/** Returns the page for an x-only key of 64 hex digits; empty if no key has this x. */
function xOnlyKey(value: string): InternalPage[] {
  try {
    parseBtcPublicKey(value);
  } catch (error) {
    const { candidates } = (error as InvalidInputError).data;
    if (Array.isArray(candidates))
      return [
        {
          ok: true,
          kind: 'x-only-key',
          label: 'x-only Bitcoin key: two keys fit',
          value,
          href: `/bitcoin/${value}`,
          candidates,
        },
      ];
  }
  return [];
}

function hashes(value: string, isEvm: boolean): ExternalPage[] {
  if (isEvm) return [evmPage('transaction', value)];
  const transaction = bitcoinPage('transaction', value);
  return value.startsWith(BLOCK_ZEROS) ? [bitcoinPage('block', value), transaction] : [transaction];
}
