import type { InvalidInputError } from '@/lib/errors';
import { parseEvmAddress } from '@/lib/evm/address';
import { type Detector, invalidInput } from '../detected-input';

/** Recognizes `0x` and 40 hex digits; if the case is mixed, the EIP-55 checksum must be valid. */
export const evmAddress: Detector = (text, { evmChain }) => {
  if (text.length !== 42 || !/^0x[0-9a-f]{40}$/i.test(text)) return undefined;
  try {
    const value = parseEvmAddress(text);
    const query = evmChain === undefined ? '' : `?chain=${evmChain}`;
    return { ok: true, kind: 'evm-address', label: 'EVM address', value, href: `/bitcoin/${value}${query}` };
  } catch (error) {
    return invalidInput((error as InvalidInputError).message);
  }
};
