import { describe, expect, it } from 'vitest';
import { readAccountView, switchTab, writeAccountView } from './search-params';

const back = (text: string) => writeAccountView(readAccountView(new URLSearchParams(text)));

describe('the URL of an account page', () => {
  it('omits defaults from the URL of an account page', () => {
    expect(back('chain=101&tab=tokens&sort=list&dir=asc&q=&fold=1')).toBe('');
    expect(back('tab=nfts&sort=name&flat=0')).toBe('?tab=nfts');
    expect(back('fold=0')).toBe('?fold=0');
  });
  it('restores an account view unchanged from its URL', () => {
    const text =
      '?chain=104&tab=nfts&q=tide+pool&sort=royalty&dir=desc&fold=1&flat=1&collection=27i1Vd5Kk4pVmZ5bQm1o3hJ8uN2sXyTqWzr48NeAbcDe&only=compressed%2Clocked';
    expect(back(text)).toBe(text);
  });
  it('uses the defaults for invalid values in the URL of an account page', () => {
    expect(back('chain=-1&tab=x&sort=amount&only=red&collection=%3Cscript%3E')).toBe('?sort=amount');
    expect(back('chain=1e3')).toBe('');
    expect(readAccountView({ q: ['first', 'second'] }).q).toBe('first');
    expect(readAccountView({ q: 'x'.repeat(500) }).q).toHaveLength(200);
  });
  it('accepts the filter value “frozen” from older links', () => {
    expect(back('chain=104&tab=nfts&only=frozen')).toBe('?chain=104&tab=nfts&only=locked');
  });
  it('keeps chosen traits in the URL of a collection, whatever characters they contain', () => {
    const view = readAccountView(new URLSearchParams(`tab=nfts&collection=${'1'.repeat(32)}`));
    const traits = [
      { trait: 'Sky', value: 'Old Sailor' },
      { trait: 'a:b\\c', value: ':d\\:\n&' },
      { trait: '', value: '' },
    ];
    const url = writeAccountView({ ...view, traits });
    expect(readAccountView(new URLSearchParams(url)).traits).toEqual(traits);
    expect(readAccountView({ tab: 'nfts', collection: '1'.repeat(32), trait: ['Sky:Red'] }).traits).toEqual([
      { trait: 'Sky', value: 'Red' },
    ]);
  });
  it('drops traits from the URL if no collection of NFTs is shown or a trait is malformed', () => {
    expect(back('tab=nfts&trait=Sky:Red')).toBe('?tab=nfts');
    expect(back(`collection=${'1'.repeat(32)}&trait=Sky:Red`)).toBe('');
    expect(back(`tab=nfts&collection=${'1'.repeat(32)}&trait=Sky`)).not.toContain('trait');
  });
  it('drops the filters of the previous tab from the URL when the tab changes', () => {
    const view = readAccountView(new URLSearchParams('chain=104&tab=nfts&q=a&only=frozen&fold=1'));
    expect(writeAccountView(switchTab(view, 'tokens'))).toBe('?chain=104');
  });
});
