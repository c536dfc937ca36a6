import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type AccountDescription, tokenFacts } from '@/lib/solana/account-description/account-description';
import type { TokenAccount } from '@/lib/solana/accounts/token-program';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { KindCard } from './kind-card';

const address = addressOf('account');
const cardOf = (facts: Partial<AccountDescription>, chain: number, isBare = false) =>
  renderToStaticMarkup(
    <KindCard
      reading={{
        address,
        offCurve: false,
        owner: addressOf('program'),
        lamports: 1n,
        space: 80,
        account: { kind: 'nothing' },
        token: undefined,
        programData: undefined,
        epoch: undefined,
        ...facts,
      }}
      chain={chain}
      isBare={isBare}
    />,
  );

it('the card of an account without facts names its kind, and links to explorers except on the sample network', () => {
  const card = (chain: number) => cardOf({ account: { kind: 'other', name: 'Nonce account' } }, chain);
  expect(card(103)).toMatch(/<h2[^>]*>Nonce account</);
  expect(card(103)).toContain(`href="https://explorer.solana.com/address/${address}?cluster=devnet"`);
  expect(card(104)).toContain('80 bytes');
  expect(card(104)).not.toContain('explorer.solana.com');
});

it('the card of an address off the curve without an account warns not to send to it', () => {
  const warning = /text-caution[^>]*>Don’t send anything to it\.</;
  expect(cardOf({ offCurve: true }, 103)).toMatch(warning);
  expect(cardOf({}, 103)).not.toMatch(warning);
});

const locked = (unixTimestamp: bigint, epoch = 0n) =>
  cardOf(
    {
      epoch: 5n,
      account: {
        kind: 'stake',
        stake: {
          state: 'initialized',
          staker: address,
          withdrawer: address,
          lockup: { unixTimestamp, epoch, custodian: address },
          delegation: null,
        },
      },
    },
    104,
  ).replaceAll(/<[^>]*>/g, '');

it.each([
  [4_102_444_800n, 0n, 'Locked until 2100-01-01 00:00:00 UTC'],
  [4_102_444_800n, 1_000n, 'Locked until 2100-01-01 00:00:00 UTC and epoch 1,000'],
  [0n, 1_000n, 'Locked until epoch 1,000'],
  [-1n, 0n, 'Over since 1969-12-31 23:59:59 UTC'],
  [8_640_000_000_000n, 0n, 'Locked until +275760-09-13 00:00:00 UTC'],
  [9223372036854775807n, 0n, 'Locked until second 9223372036854775807'],
  [-9223372036854775808n, 0n, 'Over since second -9223372036854775808'],
  [0n, 0n, 'LockupNone'],
])(
  'the card of a stake account with a lockup until second %s and epoch %s says “%s”',
  (second, epoch, text) => {
    expect(locked(second, epoch)).toContain(text);
  },
);

it('the card of an account that does not exist links to the other networks', () => {
  const html = cardOf({ owner: null, lamports: 0n, space: 0 }, 103, true);
  expect([...html.matchAll(/href="(\/account[^"]*)"/g)].map(([, href]) => href)).toEqual([
    `/account/${address}`,
    `/account/${address}?chain=102`,
    `/account/${address}?chain=104`,
  ]);
});

it('the card of a token account links to its holder’s list unless the account is empty', () => {
  const owner = addressOf('owner');
  const card = (amount: bigint) =>
    cardOf(
      {
        owner: TOKEN_PROGRAM,
        space: 165,
        account: {
          kind: 'token-account',
          account: {
            mint: addressOf('mint'),
            owner,
            amount,
            delegate: null,
            state: 'initialized',
            delegatedAmount: 0n,
            closeAuthority: null,
            isNative: false,
          } as TokenAccount,
          extensions: [],
        },
      },
      104,
    );
  expect(card(1n)).toContain(`href="/account/${owner}/${address}?chain=104"`);
  // An empty account has no page in its holder’s list.
  expect(card(0n)).not.toContain(`/${address}?chain=104`);
});

it('the amounts of a token account whose mint scales them are marked as not scaled', () => {
  const account: TokenAccount = {
    mint: address,
    owner: address,
    amount: 1_500_000n,
    delegate: address,
    state: 'initialized',
    delegatedAmount: 500_000n,
    closeAuthority: null,
  };
  const known = {
    decimals: 6,
    supply: 1_500_000n,
    metadata: 'none' as const,
    missing: false,
    facts: {},
    scaling: { kind: 'multiplier' as const, factor: 10 },
  };
  const token = tokenFacts(address, known, EMPTY_TOKEN_LIST);
  const card = cardOf({ account: { kind: 'token-account', account, extensions: [] }, token }, 104);
  const text = card.replaceAll(/<[^>]*>/g, '');
  expect(text).toMatch(/1\.5 ?before scaling/);
  expect(text).toMatch(/0\.5 ?before scaling/);
});
