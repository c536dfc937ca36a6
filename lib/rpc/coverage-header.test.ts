import { describe, expect, it } from 'vitest';
import { ALL_READ, CONFIDENTIAL, withKindRead, withoutAssets } from '@/lib/solana/coverage';
import { coverageHeader } from './coverage-header';

const short = withoutAssets('no-das-endpoint');
const whole = ALL_READ;

describe('the coverage header', () => {
  it.each([
    [[short], 'spl-token, token-2022; not-read="mpl-core, compressed, zk-compressed, stake"'],
    [[whole], 'spl-token, token-2022, mpl-core, compressed; not-read="zk-compressed, stake"'],
    [
      [{ ...withKindRead(short, 'mpl-core'), missingMints: 2 }],
      'spl-token, token-2022, mpl-core; not-read="compressed, zk-compressed, stake"; missing-mints=2',
    ],
    [
      [{ ...short, notRead: [...short.notRead, CONFIDENTIAL] }, whole],
      'spl-token, token-2022; not-read="mpl-core, compressed, zk-compressed, stake, confidential-balances"',
    ],
    [[whole, short], 'spl-token, token-2022; not-read="mpl-core, compressed, zk-compressed, stake"'],
    [
      [
        { ...whole, missingMints: 1 },
        { ...whole, missingMints: 3 },
      ],
      'spl-token, token-2022, mpl-core, compressed; not-read="zk-compressed, stake"; missing-mints=4',
    ],
  ])('the coverage header lists what was read and what was not (case %#)', (answers, header) =>
    expect(coverageHeader(answers)).toBe(header),
  );
});
