import { beforeAll, describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { ExtendedHoldings } from '@/lib/solana/holdings';
import type { HoldingsProgress } from '@/lib/solana/holdings-events';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import {
  SAMPLE_BIG_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_NAME,
  SAMPLE_WALLET,
} from '@/lib/solana/sample-addresses';
import type { SolanaSource } from '@/lib/solana/solana-source';
import { sampleAddress } from '@/lib/sources/sample/sample-address';

/** Matches holdings at any slot, because the slot of a real node advances between two reads. */
const atAnySlot = (holdings: ExtendedHoldings) => ({ ...holdings, slot: expect.any(Number) });

/** Defines the tests that every source of chain 104 must pass with the accounts of the sample network. */
export function solanaSourceContract(name: string, open: () => Promise<SolanaSource>) {
  describe(`Solana source ${name}`, () => {
    let source: SolanaSource;
    let holdings: ExtendedHoldings;
    const list = (owner: string, over = {}) =>
      source.getHoldings(104, owner, {
        parseMetadataUri: false,
        scope: scopeOf(AbortSignal.timeout(120_000)),
        ...over,
      });
    const listItems = async (owner: string) => {
      const progress: HoldingsProgress[] = [];
      const scope = scopeOf(AbortSignal.timeout(120_000));
      const listing = await source.listItems(104, owner, { scope }, (each) => progress.push(each));
      return { progress, listing };
    };
    const nft = (label: string) => holdings.nfts.find((each) => each.name === label);
    const token = (symbol: string) => holdings.tokens.find((each) => each.symbol === symbol);

    beforeAll(async () => {
      source = await open();
      holdings = await list(SAMPLE_WALLET);
    });

    it('lists all items of the sample wallet with their fields', () => {
      expect(ExtendedHoldings.safeParse(holdings).error).toBeUndefined();
      expect(holdings.nfts.length).toBeGreaterThanOrEqual(60);
      expect(holdings.tokens.length).toBeGreaterThanOrEqual(15);
      expect(holdings.lamports).toBe(9_007_199_254_740_993n);
      expect(holdings.warnings).toEqual([]);
    });

    it('reads assets by id, including the owner of an NFT', async () => {
      const [nft, token] = [
        holdings.nfts.find(({ tokenStandard }) => tokenStandard === 0),
        holdings.tokens[0],
      ];
      const ids = [nft?.mint ?? '', token?.mint ?? '', SAMPLE_WALLET, sampleAddress('nothing is here')];
      const scope = scopeOf(AbortSignal.timeout(120_000));
      const { assets } = await source.assets.byId(104, ids, { parseMetadataUri: false, scope });
      expect(assets).toMatchObject([
        { owner: SAMPLE_WALLET, isOwnerMissing: false, item: { kind: 'nft', item: { name: nft?.name } } },
        { owner: '', isOwnerMissing: false, item: { kind: 'token', item: { symbol: token?.symbol } } },
        'other',
        'none',
      ]);
    });

    it('lists the token accounts of an owner, and the token accounts of a mint if there are few', async () => {
      const scope = scopeOf(AbortSignal.timeout(120_000));
      const part = { withEmpty: false, limit: 1_000, skip: 0, range: { isDescending: false }, scope };
      const all = await source.assets.tokenAccounts(104, { ...part, owner: SAMPLE_WALLET });
      const items = [...holdings.nfts, ...holdings.tokens];
      expect(all?.accounts.map(({ address }) => address)).toEqual(items.map(({ address }) => address).sort());
      const mint = holdings.nfts.find(({ tokenStandard }) => tokenStandard === 0)?.mint;
      const ofMint = await source.assets.tokenAccounts(104, { ...part, mint });
      expect(ofMint?.accounts.map(({ account }) => account.owner)).toEqual([SAMPLE_WALLET]);
    });

    it('returns holdings with exact amounts', () => {
      expect(token('WHALE')?.amount).toBe(18446744073709551615n);
      expect(token('GRAIN')?.amount).toBe(9007199254740993n);
    });

    it('sorts items by mint and then by token account, with one item per account', () => {
      for (const items of [holdings.nfts, holdings.tokens]) {
        const keys = items.map(({ mint, address }) => `${mint} ${address}`);
        expect(keys).toEqual([...keys].sort());
        expect(new Set(keys).size).toBe(keys.length);
      }
      expect(holdings.tokens.filter(({ name }) => name === 'Crab Dollar').length).toBe(3);
    });

    it('omits zero balances and includes frozen and delegated accounts and wrapped SOL', () => {
      expect(token('SPENT')).toBeUndefined();
      expect(token('BUOY')?.state).toBe('frozen');
      expect(token('KNOT')?.delegate).not.toBeNull();
      expect(token('SOL')).toMatchObject({ decimals: 9, name: 'Wrapped SOL' });
    });

    it('distinguishes locked from frozen accounts', () => {
      expect(nft('Tidepool #1')).toMatchObject({ lock: 'none', delegateRole: null });
      expect(nft('Paper Lantern #1')).toMatchObject({
        state: 'frozen',
        lock: 'unlocked',
        delegateRole: null,
      });
      expect(nft('Paper Lantern #2')).toMatchObject({ lock: 'locked', delegateRole: 'staking' });
      expect(nft('Paper Lantern #4')).toMatchObject({ lock: 'listed', delegateRole: 'sale' });
      expect(nft('Lighthouse Print 7')).toMatchObject({ lock: 'locked', delegateRole: 'locked-transfer' });
      expect(token('BUOY')).toMatchObject({ lock: 'frozen' });
    });

    it('returns mint facts, and amounts as formatted by the program', () => {
      expect(token('KELP')).toMatchObject({
        uiAmountString: '9876543.21012',
        mintFacts: { mintAuthority: expect.any(String), freezeAuthority: expect.any(String) },
      });
      expect(token('REEF')?.mintFacts).toMatchObject({
        transferFee: { basisPoints: 150, maximum: '5000000' },
        permanentDelegate: expect.any(String),
      });
      expect(token('MIST')).toMatchObject({
        amountString: '12345678901234567',
        // All digits of the program's double.
        uiAmountString: '15432098.626543211',
        mintFacts: { scaledUiAmount: { multiplier: 1.25 } },
      });
      expect(token('KNOT')?.delegatedAmount).toBe('5000000');
    });

    it('distinguishes NFTs, semi-fungible items and tokens', () => {
      expect(nft('Tidepool #1')).toMatchObject({ isSemiFungible: false, tokenStandard: 0 });
      expect(nft('Paper Lantern #1')).toMatchObject({ tokenStandard: 4, state: 'frozen' });
      expect(nft('Night Garden #1')).toMatchObject({ tokenStandard: 3 });
      expect(nft('Lighthouse Print 7')).toMatchObject({ tokenStandard: 5 });
      expect(nft('Old Map 1')).toMatchObject({ isSemiFungible: false, tokenStandard: null });
      expect(nft('Sea Glass')).toMatchObject({ isSemiFungible: true, amount: 120n });
      expect(nft('Stamp of 50')).toMatchObject({ isSemiFungible: true, tokenStandard: null });
      expect(holdings.tokens.find(({ name }) => name === 'Tidepool #1')).toMatchObject({ decimals: 6 });
    });

    it('reads metadata with a corrupt tail and Token-2022 metadata', () => {
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

    it('returns hostile names unchanged, with warnings', () => {
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

    it('adds documents and images on request, and keeps items whose documents are invalid', async () => {
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

    it('returns empty holdings for an account that does not exist', async () => {
      expect(await list(SAMPLE_EMPTY_WALLET)).toMatchObject({ lamports: 0n, nfts: [], tokens: [] });
    });

    it('reports progress while reading a wallet', async () => {
      const { progress } = await listItems(SAMPLE_BIG_WALLET);
      expect([...new Set(progress.map(({ step }) => step))]).toEqual(['accounts', 'assets']);
      expect(progress.at(-1)?.total).toBe(20_000);
      for (const { done, total } of progress) expect(done).toBeLessThanOrEqual(total);
    });

    it('lists the items without documents, and the URIs of the documents of tokens', async () => {
      const { listing } = await listItems(SAMPLE_WALLET);
      expect(listing).toEqual({
        owner: SAMPLE_WALLET,
        holdings: atAnySlot(holdings),
        tokenUris: expect.any(Map),
        closable: { count: 1, lamports: 2_039_280n },
      });
      const uri = new URL(listing.tokenUris.get(token('KELP')?.address ?? '') ?? '');
      expect(uri.host).toBe('sample.satchel.example');
      expect(uri.pathname).toContain('kelp');
    });

    it('resolves only the .sol name of the sample network', async () => {
      expect(await source.resolveName(104, SAMPLE_NAME, scopeOf(AbortSignal.timeout(120_000)))).toBe(
        SAMPLE_WALLET,
      );
      expect(
        await source.resolveName(104, 'nobody-has-this.sol', scopeOf(AbortSignal.timeout(120_000))),
      ).toBeNull();
    });

    it('describes the account at an address', async () => {
      const kindOf = async (address: string) => {
        const { account } = await source.describeAccount(104, address, scopeOf(AbortSignal.timeout(120_000)));
        return account.kind === 'other' ? account.name : account.kind;
      };
      expect(await kindOf(SAMPLE_WALLET)).toBe('wallet');
      expect(await kindOf(SAMPLE_EMPTY_WALLET)).toBe('nothing');
      expect(await kindOf(token('WHALE')?.mint ?? '')).toBe('mint');
      expect(await kindOf(token('WHALE')?.address ?? '')).toBe('token-account');
      expect(await kindOf(TOKEN_2022_PROGRAM)).toBe('program');
      for (const [label, kind] of [
        ['stake account', 'stake'],
        ['vote account', 'Vote account'],
        ['nonce account', 'Nonce account'],
        ['multisig', 'multisig'],
        [`code of ${TOKEN_2022_PROGRAM}`, 'Program code'],
      ] as const)
        expect(await kindOf(sampleAddress(label))).toBe(kind);
      await expect(
        source.describeAccount(7, SAMPLE_WALLET, scopeOf(AbortSignal.timeout(120_000))),
      ).rejects.toMatchObject({
        name: 'UnsupportedChainError',
      });
    });

    it('rejects an unsupported chain and lists the supported chains', async () => {
      await expect(
        source.getHoldings(7, SAMPLE_WALLET, {
          parseMetadataUri: false,
          scope: scopeOf(AbortSignal.timeout(120_000)),
        }),
      ).rejects.toMatchObject({
        name: 'UnsupportedChainError',
        supported: [104],
      });
    });
  });
}
