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

it('the card of an account that does not exist links to the other networks', () => {
  const address = addressOf('absent');
  const html = renderToStaticMarkup(
    <KindCard
      reading={{
        address,
        offCurve: false,
        owner: null,
        lamports: 0n,
        space: 0,
        account: { kind: 'nothing' },
        token: undefined,
        programData: undefined,
        epoch: undefined,
      }}
      chain={103}
      isBare
    />,
  );
  expect([...html.matchAll(/href="(\/account[^"]*)"/g)].map(([, href]) => href)).toEqual([
    `/account/${address}`,
    `/account/${address}?chain=102`,
    `/account/${address}?chain=104`,
  ]);
});
