import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Facts } from '@/components/item/facts';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { mintFacts } from './token-facts';

const mint = {
  mintAuthority: null,
  supply: 1_000n,
  decimals: 0,
  isInitialized: true,
  freezeAuthority: null,
};

/** Returns the HTML of the facts about a mint with these extensions. */
function factsWith(extensions: string[]): string {
  const account = { kind: 'mint' as const, mint, extensions };
  const reading = {
    address: addressOf('mint'),
    offCurve: false,
    owner: TOKEN_2022_PROGRAM,
    lamports: 1n,
    space: 300,
    account,
    token: undefined,
    programData: undefined,
    epoch: undefined,
  };
  return renderToStaticMarkup(<Facts facts={mintFacts(account, reading, 101)} />);
}

it('the facts about a mint warn that its permanent delegate can take the token from any account', () => {
  expect(factsWith(['Permanent delegate'])).toContain('One address can move or burn it in any account');
  expect(factsWith(['Transfer hook'])).not.toContain('One address can move or burn it');
});
