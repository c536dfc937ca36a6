import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { KindCard } from './kind-card';

it('the card of an account without facts names its kind, and links to explorers except on the sample network', () => {
  const address = addressOf('nonce account');
  const card = (chain: number) =>
    renderToStaticMarkup(
      <KindCard
        reading={{
          address,
          offCurve: false,
          owner: addressOf('owner'),
          lamports: 1n,
          space: 80,
          account: { kind: 'other', name: 'Nonce account' },
          token: undefined,
          programData: undefined,
          epoch: undefined,
        }}
        chain={chain}
        isBare={false}
      />,
    );
  expect(card(103)).toMatch(/<h2[^>]*>Nonce account</);
  expect(card(103)).toContain(`href="https://explorer.solana.com/address/${address}?cluster=devnet"`);
  expect(card(104)).toContain('80 bytes');
  expect(card(104)).not.toContain('explorer.solana.com');
});
