import { expect, it } from 'vitest';
import type { NftRow, TokenRow } from './rows';
import { countRisks } from './shown-rows';

const token = (over: Partial<TokenRow> = {}): TokenRow => ({
  address: 'T',
  mint: 'M',
  symbol: 'S',
  name: 'N',
  amount: '1',
  decimals: 0,
  ...over,
});
const nft = (over: Partial<NftRow> = {}): NftRow => ({
  address: 'A',
  mint: 'M',
  name: 'N',
  symbol: 'S',
  ...over,
});

it('countRisks counts only the items that look like a known token, have a misleading name, can be taken or cannot be moved', () => {
  const tokens = [
    token(),
    token({ token2022: true, unverified: true, facts: ['transferFee'] }),
    token({ warnings: ['look-alike-symbol'] }),
    token({ warnings: ['link-in-name', 'document-late'] }),
    token({ facts: ['permanentDelegate'] }),
    token({ delegate: 'D', lock: 'frozen' }),
    token({ facts: ['nonTransferable'] }),
  ];
  const nfts = [
    nft({ delegate: 'D', lock: 'unlocked' }),
    nft({ delegate: 'D', takeable: true }),
    nft({ lock: 'locked' }),
    nft({ lock: 'listed' }),
  ];
  expect(countRisks(tokens, nfts)).toEqual([
    { tab: 'tokens', flag: 'look-alike', count: 1 },
    { tab: 'tokens', flag: 'misleading-name', count: 1 },
    { tab: 'tokens', flag: 'takeable', count: 2 },
    { tab: 'tokens', flag: 'locked', count: 2 },
    { tab: 'nfts', flag: 'takeable', count: 1 },
    { tab: 'nfts', flag: 'locked', count: 2 },
  ]);
  expect(countRisks([token()], [nft()])).toEqual([]);
});
