import fc from 'fast-check';
import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { checksumAddress, EvmAddress, parseEvmAddress } from './address';

const ADDRESS = '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc';

describe('parseEvmAddress', () => {
  it('accepts EVM addresses in a single case and in the correct mixed case', () => {
    for (const text of [
      ADDRESS,
      ADDRESS.toLowerCase(),
      `0x${ADDRESS.slice(2).toUpperCase()}`,
      ` ${ADDRESS} `,
      ADDRESS.toUpperCase(),
    ])
      expect(parseEvmAddress(text)).toBe(ADDRESS);
  });

  it.each([
    ['bad-checksum', ADDRESS.replace('dC', 'Dc')],
    ['not-an-evm-address', ADDRESS.slice(0, -1)],
    ['not-an-evm-address', ADDRESS.slice(2)],
    ['not-an-evm-address', `${ADDRESS.slice(0, -1)}g`],
    ['not-an-evm-address', ''],
  ])('rejects an EVM address with the reason %s: %s', (reason, text) => {
    expect(() => parseEvmAddress(text)).toThrow(
      expect.objectContaining({ reason, name: 'InvalidInputError' }),
    );
    expect(EvmAddress.safeParse(text).error?.issues[0]).toMatchObject({ params: { reason } });
  });

  it('accepts and rejects the same random EVM addresses as viem', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const hex = Buffer.from(bytes).toString('hex');
        expect(checksumAddress(hex)).toBe(getAddress(`0x${hex}`));
      }),
    );
  });
});
