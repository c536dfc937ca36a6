import { describe, expect, it } from 'vitest';
import { encodeAddress } from '@/lib/solana/address/address';
import { dasMintExtensions } from './mint-extensions';

const SOMEONE = Buffer.alloc(32, 7);
const ADDRESS = encodeAddress(SOMEONE);
const NO_ADDRESS = Buffer.alloc(32);

/** Encodes a Token-2022 mint with `extensions`. */
function mint(...extensions: [type: number, value: Buffer][]): Buffer {
  const entries = extensions.map(([type, value]) =>
    Buffer.concat([Buffer.from(Uint16Array.of(type, value.length).buffer), value]),
  );
  return Buffer.concat([Buffer.alloc(165), Buffer.of(1), ...entries]);
}

const integers = (...values: (number | bigint)[]) => {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [index, value] of values.entries()) bytes.writeBigInt64LE(BigInt(value), 8 * index);
  return bytes;
};

describe('the extensions of a mint in DAS', () => {
  it('decodes interest, default state, groups and their pointers, with 64-bit integers as bigints', () => {
    const interest = Buffer.concat([
      SOMEONE,
      integers(-5),
      Buffer.of(1, 0),
      integers(9),
      Buffer.of(0xff, 0xff),
    ]);
    expect(
      dasMintExtensions(
        mint(
          [6, Buffer.of(2)],
          [9, Buffer.alloc(0)],
          [10, interest],
          [20, Buffer.concat([NO_ADDRESS, SOMEONE])],
          [21, Buffer.concat([NO_ADDRESS, SOMEONE, integers(3, 2n ** 62n)])],
          [22, Buffer.concat([NO_ADDRESS, NO_ADDRESS])],
          [23, Buffer.concat([SOMEONE, SOMEONE, integers(4)])],
        ),
      ),
    ).toEqual({
      default_account_state: { state: 2 },
      non_transferable: true,
      interest_bearing_config: {
        rate_authority: ADDRESS,
        initialization_timestamp: -5n,
        pre_update_average_rate: 1,
        last_update_timestamp: 9n,
        current_rate: -1,
      },
      group_pointer: { group_address: ADDRESS },
      token_group: { update_authority: null, mint: ADDRESS, size: 3n, max_size: 2n ** 62n },
      group_member_pointer: { member_address: null },
      token_group_member: { mint: ADDRESS, group: ADDRESS, member_number: 4n },
    });
  });

  it('decodes the first of two mint extensions with the same number, and omits extensions of the wrong size', () => {
    const [other, delegate] = [Buffer.alloc(32, 8), SOMEONE];
    expect(dasMintExtensions(mint([12, delegate], [12, other], [3, Buffer.alloc(31)]))).toEqual({
      permanent_delegate: { delegate: ADDRESS },
    });
  });

  it('dasMintExtensions returns undefined for a mint that has no extensions', () => {
    expect(dasMintExtensions(Buffer.alloc(82))).toBeUndefined();
  });
});
