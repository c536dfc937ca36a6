import {
  type DasApiAsset,
  type DasApiAssetList,
  type DasApiInterface,
  dasApi,
  type GetTokenAccountsRpcResponse,
} from '@metaplex-foundation/digital-asset-standard-api';
import { type PublicKey, publicKey, type RpcInterface } from '@metaplex-foundation/umi';
import { createUmi } from '@metaplex-foundation/umi-bundle-defaults';
import { createHelius } from 'helius-sdk';
import type { Asset, GetAssetResponseList, GetTokenAccountsResponse } from 'helius-sdk/types/das';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import { UPGRADEABLE_LOADER } from '@/lib/solana/account-description/known-programs';
import type { DasAsset, DasAssetList, DasTokenAccounts } from '@/lib/solana/das/asset-schema';
import { SAMPLE_BIG_WALLET, SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import snapshot from '@/lib/sources/sample/snapshot.json';
import { hasSurfpool, startSurfpool } from '@/lib/testing/nodes/surfpool';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION, TEST_PROJECT } from '@/lib/testing/servers/service-parts';

// Runs Umi's DAS plugin and Helius' SDK, unmodified, against the sample network (contract §8).

const NFT = '3VY2TA6pKYq3JXHcbpDoYvuBZcHUCmMA9ztUgGRGgRrL';
const TOKEN = 'DGzPceTV9v9n7pELLxsriUDzyJXQDvwuw1AoabsAnwvs';

let service: RunningService;
beforeAll(async () => {
  service = await runService({ SDK_COMPAT: 'true' });
});
afterAll(() => service?.stop());

const umi = ({ base } = service, chainId = 104) =>
  createUmi(`${base}/solana/${chainId}`, { httpHeaders: { Authorization: TEST_AUTHORIZATION } }).use(dasApi())
    .rpc as RpcInterface & DasApiInterface;
const helius = ({ base } = service, chainId = 104) =>
  createHelius({
    baseUrl: `${base}/solana/${chainId}`,
    apiKey: `${TEST_PROJECT.projectId}:${TEST_PROJECT.serverKey}`,
  });

/** The members of an asset that every DAS server returns according to the specification. */
const SPECIFIED = z.object({
  interface: z.string(),
  id: z.string(),
  content: z.object({
    $schema: z.string(),
    json_uri: z.string(),
    files: z.array(z.object({ uri: z.optional(z.string()), mime: z.optional(z.string()) })),
    metadata: z.object({ name: z.string(), symbol: z.string() }),
    links: z.record(z.string(), z.string()),
  }),
  authorities: z.array(z.object({ address: z.string(), scopes: z.array(z.string()) })),
  compression: z.object({
    eligible: z.boolean(),
    compressed: z.boolean(),
    data_hash: z.string(),
    creator_hash: z.string(),
    asset_hash: z.string(),
    tree: z.string(),
    seq: z.number(),
    leaf_id: z.number(),
  }),
  grouping: z.array(z.object({ group_key: z.string(), group_value: z.string() })),
  royalty: z.object({
    royalty_model: z.enum(['creators', 'fanout', 'single']),
    target: z.nullable(z.string()),
    percent: z.number(),
    basis_points: z.number(),
    primary_sale_happened: z.boolean(),
    locked: z.boolean(),
  }),
  creators: z.array(z.object({ address: z.string(), share: z.number(), verified: z.boolean() })),
  ownership: z.object({
    frozen: z.boolean(),
    delegated: z.boolean(),
    delegate: z.nullable(z.string()),
    ownership_model: z.enum(['single', 'token']),
    owner: z.string(),
  }),
  supply: z.optional(
    z.object({
      print_max_supply: z.number(),
      print_current_supply: z.number(),
      edition_nonce: z.nullable(z.number()),
    }),
  ),
  mutable: z.boolean(),
  burnt: z.boolean(),
});
const expectSpecified = (assets: readonly unknown[]) => {
  for (const asset of assets) expect(SPECIFIED.safeParse(asset).error).toBeUndefined();
};

describe("Umi's plugin", () => {
  it('Umi’s plugin reads one asset and several assets', async () => {
    const asset = await umi().getAsset(publicKey(NFT));
    expect(asset).toMatchObject({
      id: NFT,
      interface: 'V1_NFT',
      content: { metadata: { name: 'Tidepool #7' } },
      ownership: { owner: SAMPLE_TINY_WALLET },
    });
    expect(asset.content.files?.[0]?.mime).toBe('image/png');
    const several = await umi().getAssets([publicKey(TOKEN), publicKey(NFT)]);
    expect(several.map(({ id }) => id)).toEqual([TOKEN, NFT]);
    expectSpecified([asset, ...several]);
  });

  it('Umi’s plugin lists and searches the assets of an owner', async () => {
    const owner = publicKey(SAMPLE_WALLET);
    const all = await umi().getAssetsByOwner({ owner, displayOptions: { showFungible: true } });
    expect(all.total).toBe(94);
    expectSpecified(all.items);
    const found = await umi().searchAssets({ owner, interface: 'ProgrammableNFT', frozen: true });
    expect(found.items.length).toBeGreaterThan(0);
    expect(found.items.every((item) => item.interface === 'ProgrammableNFT')).toBe(true);
  });

  it('Umi’s plugin lists token accounts', async () => {
    const { token_accounts, errors } = await umi().getTokenAccounts({
      ownerAddress: publicKey(SAMPLE_TINY_WALLET),
    });
    expect(token_accounts.map(({ mint }) => mint).sort()).toEqual([NFT, TOKEN]);
    expect(errors).toEqual([]);
  });

  it('Umi’s plugin gets an error instead of a Merkle proof if no endpoint has an index', async () => {
    await expect(umi().getAssetProof(publicKey(NFT))).rejects.toThrow('No proof found');
  });
});

describe("Helius' SDK", () => {
  it('Helius’ SDK reads assets with the credentials in the query', async () => {
    const asset = await helius().getAsset({ id: NFT });
    expect(asset?.content?.links?.image).toMatch(/^https:/);
    const batch = await helius().getAssetBatch({ ids: [NFT, TOKEN], options: { showFungible: true } });
    expect(batch.map(({ token_info }) => token_info?.decimals)).toEqual([0, 6]);
    expectSpecified([asset, ...batch]);
  });

  it('Helius’ SDK gets each asset of an owner exactly once when paging by cursor', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await helius().searchAssets({
        ownerAddress: SAMPLE_BIG_WALLET,
        tokenType: 'nonFungible',
        limit: 1000,
        sortBy: { sortBy: 'id', sortDirection: 'asc' },
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(10_000);
    expect(new Set(seen).size).toBe(10_000);
  });

  it('Helius’ SDK gets each asset of an owner exactly once when paging by number', async () => {
    const options = { ownerAddress: SAMPLE_WALLET, displayOptions: { showFungible: true }, limit: 40 };
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => helius().getAssetsByOwner({ ...options, page })),
    );
    expect(pages.map(({ total, page }) => [total, page])).toEqual([
      [40, 1],
      [40, 2],
      [14, 3],
      [0, 4],
    ]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(94);
  });

  it('Helius’ SDK lists the token accounts of an owner and of a mint', async () => {
    const ofOwner = await helius().getTokenAccounts({ owner: SAMPLE_TINY_WALLET });
    expect(ofOwner.token_accounts).toHaveLength(2);
    const ofMint = await helius().getTokenAccounts({ mint: NFT });
    expect(ofMint.token_accounts?.map(({ owner }) => owner)).toEqual([SAMPLE_TINY_WALLET]);
  });
});

describe.skipIf(!hasSurfpool)('both clients with Surfpool', () => {
  it('Umi’s plugin and Helius’ SDK get the same assets from Surfpool as from the sample network', async () => {
    const node = await startSurfpool();
    for (const [pubkey = '', owner = '', lamports = '1', data = '', flag = ''] of snapshot.accounts) {
      // Skip programs and sysvars: Surfpool has its own.
      if (flag === 'executable' || owner.startsWith('Sysvar') || owner === UPGRADEABLE_LOADER) continue;
      const account = { owner, lamports: BigInt(lamports), data: Buffer.from(data, 'base64') };
      await node.setAccount(pubkey, account);
    }
    const running = await runService({ SDK_COMPAT: 'true', SOLANA_RPC_URL_102: node.url });
    const over = { ownerAddress: SAMPLE_WALLET, displayOptions: { showFungible: true } };
    const withoutList = ({ items }: GetAssetResponseList) =>
      items.map(({ id, interface: kind, grouping, royalty, ownership }) => [
        id,
        kind,
        grouping,
        royalty,
        ownership,
      ]);
    const ofSurfpool = await helius(running, 102).getAssetsByOwner(over);
    expect(withoutList(ofSurfpool)).toEqual(withoutList(await helius().getAssetsByOwner(over)));
    const asset = await umi(running, 102).getAsset(publicKey(NFT));
    const sample = await umi().getAsset(publicKey(NFT));
    expect([asset.ownership, asset.supply]).toEqual([sample.ownership, sample.supply]);
    await running.stop();
    await node.stop();
  });
});

/** A type after serialization to JSON: without bigints or undefined members. */
type Wire<T> = T extends bigint
  ? number
  : T extends object
    ? { [Name in keyof T]: Wire<Exclude<T[Name], undefined>> }
    : T;
/** A published type, with addresses as strings, and null for values that a server may omit or return as null. */
type Published<T> = T extends PublicKey
  ? string
  : T extends object
    ? {
        [Name in keyof T]: undefined extends T[Name]
          ? Published<Exclude<T[Name], undefined>> | null
          : Published<T[Name]>;
      }
    : T;
/**
 * Omits members whose types cannot be compared: off-chain data can have any type, and the packages' types for links,
 * collections, use methods and extensions differ from the data that servers return.
 */
type Comparable<T> = Omit<T, 'content' | 'supply' | 'grouping' | 'uses' | 'mint_extensions'>;
/** An asset whose facts were all read. The published types do not allow null for them. */
type Read<T extends Wire<DasAsset>> = Omit<T, 'royalty' | 'creators' | 'ownership' | 'mutable'> & {
  royalty: Omit<T['royalty'], 'percent' | 'basis_points' | 'primary_sale_happened'> & {
    percent: number;
    basis_points: number;
    primary_sale_happened: boolean;
  };
  creators: { address: string; share: number; verified: boolean }[];
  ownership: Omit<T['ownership'], 'frozen' | 'delegated'> & { frozen: boolean; delegated: boolean };
  mutable: boolean;
};
type Group = Omit<Wire<DasAsset>['grouping'][number], 'collection_metadata'>;

describe('the published types', () => {
  it('the published DAS types accept the service’s assets, apart from off-chain data and members that some assets lack', () => {
    type Ours = Comparable<Read<Wire<DasAsset>>>;
    expectTypeOf<Ours>().toExtend<Comparable<Published<DasApiAsset>>>();
    expectTypeOf<Ours>().toExtend<Comparable<Published<Asset>>>();
    expectTypeOf<Group>().toExtend<Omit<Published<DasApiAsset['grouping'][number]>, 'collection_metadata'>>();
    expectTypeOf<Group>().toExtend<Published<NonNullable<Asset['grouping']>[number]>>();
    type OurSupply = Wire<NonNullable<DasAsset['supply']>>;
    expectTypeOf<OurSupply>().toExtend<Published<DasApiAsset['supply']>>();
    expectTypeOf<OurSupply>().toExtend<Published<NonNullable<Asset['supply']>>>();
    type OurContent = Omit<Wire<DasAsset['content']>, 'links' | 'metadata'>;
    expectTypeOf<OurContent>().toExtend<Omit<Published<DasApiAsset['content']>, 'links' | 'metadata'>>();
    expectTypeOf<OurContent>().toExtend<
      Omit<Published<NonNullable<Asset['content']>>, 'links' | 'metadata'>
    >();
  });

  it('the published DAS types accept the service’s lists', () => {
    type Ours = Omit<Wire<DasAssetList>, 'items' | 'nativeBalance'>;
    expectTypeOf<Ours>().toExtend<Pick<DasApiAssetList, 'total' | 'limit'>>();
    expectTypeOf<Ours>().toExtend<Omit<GetAssetResponseList, 'items' | 'nativeBalance'>>();
    type Accounts = Wire<DasTokenAccounts>;
    expectTypeOf<Accounts['token_accounts'][number]>().toExtend<
      Published<GetTokenAccountsRpcResponse['token_accounts'][number]>
    >();
    expectTypeOf<Omit<Accounts, 'token_accounts'>>().toExtend<
      Omit<GetTokenAccountsRpcResponse, 'token_accounts'>
    >();
    expectTypeOf<Omit<Accounts, 'token_accounts'>>().toExtend<
      Omit<GetTokenAccountsResponse, 'token_accounts'>
    >();
  });
});
