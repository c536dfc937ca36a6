import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Facts } from '@/components/item/facts';
import type { TokenAccount } from '@/lib/solana/accounts/token-program';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { authorityFacts, tokenAccountFacts } from './token-facts';

const mint = {
  mintAuthority: null,
  supply: 1_000n,
  decimals: 0,
  isInitialized: true,
  freezeAuthority: null,
};

const ACCOUNT: TokenAccount = {
  mint: addressOf('mint'),
  owner: addressOf('owner'),
  amount: 10n,
  delegate: null,
  state: 'initialized',
  delegatedAmount: 0n,
  closeAuthority: null,
};

const reading = {
  address: addressOf('mint'),
  offCurve: false,
  owner: TOKEN_2022_PROGRAM,
  lamports: 1n,
  space: 300,
  token: undefined,
  programData: undefined,
  epoch: undefined,
};

/** Returns the HTML of the facts about a mint with this permanent delegate. */
function factsWith(permanentDelegate: SolanaAddress | null): string {
  const extensions = ['Permanent delegate'];
  const account = { kind: 'mint' as const, mint, extensions, permanentDelegate };
  return renderToStaticMarkup(<Facts facts={authorityFacts(account, { ...reading, account }, 101, false)} />);
}

it('the facts about a mint name the permanent delegate that can move the token', () => {
  const delegate = addressOf('permanent delegate');
  expect(factsWith(delegate)).toMatch(new RegExp(`Who else can move<.*${delegate}`));
  expect(factsWith(null)).toContain('Only delegates that a holder approves');
});

it('the facts about a token account warn that it is frozen and that its delegate can take tokens', () => {
  const facts = (change: Partial<TokenAccount>) => {
    const account = { kind: 'token-account' as const, account: { ...ACCOUNT, ...change }, extensions: [] };
    return renderToStaticMarkup(<Facts facts={tokenAccountFacts(account, { ...reading, account }, 101)} />);
  };
  expect(facts({ state: 'frozen' })).toMatch(/box-caution[^>]*>Frozen</);
  expect(facts({ delegate: addressOf('delegate'), delegatedAmount: 5n })).toMatch(
    /box-bad.*The delegate can move up to this amount/,
  );
  expect(facts({})).not.toMatch(/box-caution|box-bad/);
});
