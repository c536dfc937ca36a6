import { beforeAll, describe, expect, it } from 'vitest';
import { ExtendedHoldings } from '@/lib/solana/holdings';
import {
  SAMPLE_BIG_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_NAME,
  SAMPLE_WALLET,
} from '@/lib/solana/sample-addresses';
import type { ListingProgress, SolanaSource } from '@/lib/solana/solana-source';

/** What every source of chain 104 must do, over the sample network's accounts. */
export function solanaSourceContract(name: string, open: () => Promise<SolanaSource>) {
  describe(`a Solana source: ${name}`, () => {
    let source: SolanaSource;
    let holdings: ExtendedHoldings;
    const list = (owner: string, over = {}) =>
      source.getHoldings(104, owner, {
        parseMetadataUri: false,
        signal: AbortSignal.timeout(15_000),
        ...over,
      });
    const nft = (label: string) => holdings.nfts.find((each) => each.name === label);
    const token = (symbol: string) => holdings.tokens.find((each) => each.symbol === symbol);

    beforeAll(async () => {
      source = await open();
      holdings = await list(SAMPLE_WALLET);
    });

    it('lists everything of the sample wallet, in its shape', () => {
      expect(ExtendedHoldings.safeParse(holdings).error).toBeUndefined();
      expect(holdings.nfts.length).toBeGreaterThanOrEqual(60);
      expect(holdings.tokens.length).toBeGreaterThanOrEqual(15);
      expect(holdings.lamports).toBe(9_007_199_254_740_993n);
      expect(holdings.warnings).toEqual([]);
    });

    it('has amounts to the last digit', () => {
      expect(token('WHALE')?.amount).toBe(18446744073709551615n);
      expect(token('GRAIN')?.amount).toBe(9007199254740993n);
    });

    it('orders by mint, then by token account, and keeps one item per account', () => {
      for (const items of [holdings.nfts, holdings.tokens]) {
        const keys = items.map(({ mint, address }) => `${mint} ${address}`);
        expect(keys).toEqual([...keys].sort());
        expect(new Set(keys).size).toBe(keys.length);
      }
      expect(holdings.tokens.filter(({ name }) => name === 'Crab Dollar').length).toBe(3);
    });

    it('drops zero balances, keeps frozen and delegated accounts and wrapped SOL', () => {
      expect(token('SPENT')).toBeUndefined();
      expect(token('BUOY')?.state).toBe('frozen');
      expect(token('KNOT')?.delegate).not.toBeNull();
      expect(token('SOL')).toMatchObject({ decimals: 9, name: 'Wrapped SOL' });
    });

    it('tells NFTs, semi-fungibles and tokens apart', () => {
      expect(nft('Tidepool #1')).toMatchObject({ isSemiFungible: false, tokenStandard: 0 });
      expect(nft('Paper Lantern #1')).toMatchObject({ tokenStandard: 4, state: 'frozen' });
      expect(nft('Night Garden #1')).toMatchObject({ tokenStandard: 3 });
      expect(nft('Lighthouse Print 7')).toMatchObject({ tokenStandard: 5 });
      expect(nft('Old Map 1')).toMatchObject({ isSemiFungible: false, tokenStandard: null });
      expect(nft('Sea Glass')).toMatchObject({ isSemiFungible: true, amount: 120n });
      expect(nft('Stamp of 50')).toMatchObject({ isSemiFungible: true, tokenStandard: null });
      expect(holdings.tokens.find(({ name }) => name === 'Tidepool #1')).toMatchObject({ decimals: 6 });
    });

    it('reads corrupt tails and Token-2022 metadata', () => {
      expect(nft('Weathered Chart')).toMatchObject({
        tokenStandard: null,
        collection: null,
        metadata: { key: 4 },
      });
      expect(nft('Signal Flag 1')).toMatchObject({
        metadata: { key: 0, editionNonce: null, isMutable: true, data: { creators: [] } },
      });
      expect(token('REEF')).toMatchObject({ name: 'Reef' });
    });

    it('passes hostile names on as they are, with warnings', () => {
      expect(nft('"},{"')).toBeDefined();
      expect(nft('<script>alert(1)</script>')).toBeDefined();
      expect(holdings.nfts.flatMap(({ warnings }) => warnings).sort()).toEqual([
        'bidi-characters',
        'invisible-characters',
        'link-in-name',
      ]);
      expect(holdings.tokens.filter(({ warnings }) => warnings.includes('look-alike-symbol'))).toHaveLength(
        1,
      );
    });

    it('fills documents and pictures on request, and loses no item by a bad one', async () => {
      const parsed = await list(SAMPLE_WALLET, { parseMetadataUri: true });
      expect(parsed.nfts.map(({ address }) => address)).toEqual(holdings.nfts.map(({ address }) => address));
      const of = (label: string) => parsed.nfts.find(({ name }) => name === label);
      expect(of('Tidepool #1')).toMatchObject({
        image: 'https://sample.satchel.example/tidepool-1.png',
        metadata: { data: { uriData: { name: 'Tidepool #1' } } },
      });
      expect(of('Lost at Sea')?.image).toBe('https://sample.satchel.example/not-there.png');
      expect(of('Rope and Anchor')?.image).toBe('https://sample.satchel.example/compass.png');
      expect(of('Drawn Inside')?.image).toMatch(/^data:image\/svg\+xml/);
      expect(of('Empty Bottle')).toMatchObject({ image: '', warnings: ['document-unreachable'] });
      expect(of('Wrong Harbor')).toMatchObject({ image: '', warnings: ['document-invalid'] });
      expect(of('"},{"')?.image).toBe('');
      expect(parsed.tokens.find(({ symbol }) => symbol === 'KELP')?.image).toBe(
        'https://sample.satchel.example/coin-kelp.png',
      );
      expect(parsed.tokens.find(({ symbol }) => symbol === 'HARB')?.image).toBe(
        'https://sample.satchel.example/coin-harb.png',
      );
    });

    it('of an account that does not exist is empty', async () => {
      expect(await list(SAMPLE_EMPTY_WALLET)).toMatchObject({ lamports: 0n, nfts: [], tokens: [] });
    });

    it('tells how far it is', async () => {
      const heard: ListingProgress[] = [];
      await list(SAMPLE_BIG_WALLET, { onProgress: (progress: ListingProgress) => heard.push(progress) });
      expect(heard[0]?.step).toBe('accounts');
      expect(heard.at(-1)).toMatchObject({ step: 'assets', done: 20_000, total: 20_000 });
    });

    it('resolves its name, and no other', async () => {
      expect(await source.resolveName(104, SAMPLE_NAME, AbortSignal.timeout(5_000))).toBe(SAMPLE_WALLET);
      expect(await source.resolveName(104, 'nobody-has-this.sol', AbortSignal.timeout(5_000))).toBeNull();
    });

    it('refuses other chains, and says which it serves', async () => {
      await expect(
        source.getHoldings(7, SAMPLE_WALLET, { parseMetadataUri: false, signal: AbortSignal.timeout(1_000) }),
      ).rejects.toMatchObject({
        name: 'UnsupportedChainError',
        supported: [104],
      });
    });
  });
}
