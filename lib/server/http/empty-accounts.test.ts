import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { TOKEN_2022_PROGRAM, TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import {
  encodeExtended,
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadata,
} from '@/lib/testing/solana/encode-token-accounts';
import { addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests `includeEmpty`: token accounts without a balance, and the rent they lock (contract §3).

const OWNER = addressOf('empties owner');
const mintOf = (label: string) => addressOf(`empties ${label}`);
const account = (pubkey: string, owner: string, lamports: bigint, data: Uint8Array): SnapshotAccount => ({
  pubkey,
  owner,
  lamports,
  data: Buffer.from(data).toString('base64'),
});
function held(label: string, amount: bigint, lamports: bigint, isExtended = false): SnapshotAccount[] {
  const mint = mintOf(label);
  const [program, data] = [
    isExtended ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM,
    encodeTokenAccount({ mint, owner: OWNER, amount }),
  ];
  const [token, ofMint] = [data, encodeMint({ supply: 1n, decimals: 0 })];
  return [
    account(
      addressOf(`account of ${label}`),
      program,
      lamports,
      isExtended ? encodeExtended(token, 2, []) : token,
    ),
    account(mint, program, 1n, isExtended ? encodeExtended(ofMint, 1, []) : ofMint),
  ];
}
const named = (label: string) => {
  const mint = mintOf(label);
  const fields = { updateAuthority: OWNER, mint, name: label, symbol: '', uri: '', tokenStandard: 0 };
  return account(metadataAddressOf(mint) ?? '', TOKEN_METADATA_PROGRAM, 1n, encodeTokenMetadata(fields));
};

let node: TestNode;
let service: RunningService;
beforeAll(async () => {
  const accounts = [
    ...held('kept NFT', 1n, 2_039_280n),
    named('kept NFT'),
    ...held('sold NFT', 0n, 2_039_280n),
    named('sold NFT'),
    ...held('empty', 0n, 2_074_080n, true),
    // An amount of more than 2^53 lamports, which the fast JSON parser rounds.
    ...held('huge', 0n, 9_007_199_254_740_993n),
  ];
  node = await testNode(sampleNode(snapshotOf(9, accounts)));
  service = await runService({ SOLANA_RPC_URL_101: node.url });
});
afterAll(async () => {
  await service?.stop();
  await node?.close();
});

type Listed = { mint: string; name: string; amount: number; accountLamports: number | null };
async function list(
  options: object,
): Promise<{ nfts: Listed[]; tokens: Listed[]; nextCursor?: string; error?: object }> {
  const params = [OWNER, options];
  const { json } = await service.call('/solana/101', { id: 1, method: 'enhancedGetTokensAndNFTs', params });
  return { ...json.result, error: json.error };
}

describe('includeEmpty', () => {
  it('a listing omits empty token accounts by default, even after a call with includeEmpty', async () => {
    expect((await list({ includeEmpty: true })).tokens).toHaveLength(3);
    const { nfts, tokens } = await list({});
    expect([nfts.length, tokens.length]).toEqual([1, 0]);
  });

  it('includeEmpty lists every empty account as a token with amount 0, even an account for an NFT mint', async () => {
    const { nfts, tokens } = await list({ includeEmpty: true });
    expect(nfts.map(({ name }) => name)).toEqual(['kept NFT']);
    expect(tokens.map(({ amount }) => amount)).toEqual([0, 0, 0]);
    expect(tokens.map(({ mint }) => mint).sort()).toEqual(['sold NFT', 'empty', 'huge'].map(mintOf).sort());
    expect(tokens.find(({ mint }) => mint === mintOf('sold NFT'))?.name).toBe('sold NFT');
  });

  it('the extended format has the lamports of each account, or null if the lamports were not read exactly', async () => {
    const { nfts, tokens } = await list({ includeEmpty: true, extended: true });
    const lamports = Object.fromEntries(
      [...nfts, ...tokens].map((each) => [each.mint, each.accountLamports]),
    );
    expect(lamports).toEqual({
      [mintOf('kept NFT')]: 2_039_280,
      [mintOf('sold NFT')]: 2_039_280,
      [mintOf('empty')]: 2_074_080,
      [mintOf('huge')]: null,
    });
  });

  it('a list with includeEmpty can be paged, and its cursor is rejected for a list without includeEmpty', async () => {
    const first = await list({ includeEmpty: true, limit: 2 });
    const cursor = first.nextCursor;
    const second = await list({ includeEmpty: true, limit: 2, cursor });
    const all = [first, second].flatMap(({ nfts, tokens }) => [...nfts, ...tokens]);
    expect(new Set(all.map(({ mint }) => mint)).size).toBe(4);
    expect((await list({ limit: 2, cursor })).error).toMatchObject({ data: { reason: 'cursor-mismatch' } });
  });

  it('includeEmpty can be combined with the options mints and kind', async () => {
    const { tokens } = await list({ includeEmpty: true, mints: [mintOf('empty')] });
    expect(tokens.map(({ mint }) => mint)).toEqual([mintOf('empty')]);
    expect((await list({ includeEmpty: true, kind: 'nft' })).tokens).toEqual([]);
  });

  it('rejects a value of includeEmpty that is not a boolean', async () => {
    expect((await list({ includeEmpty: 'yes' })).error).toMatchObject({
      code: -32602,
      data: { reason: 'invalid-type' },
    });
  });
});
