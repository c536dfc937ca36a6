import { describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-program';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { documentedHoldings } from '@/lib/solana/holdings';
import { EVERYTHING } from '@/lib/solana/holdings-page';
import { TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { localTransport } from '@/lib/sources/transport/local-transport';
import type { Transport } from '@/lib/sources/transport/transport-type';
import {
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadata,
} from '@/lib/testing/solana/encode-token-accounts';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { account, addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { rpcHoldingsReader } from './listing';

type Row = { pubkey: string; account: { owner: string; data: unknown } };
type Parsed = { program: string; parsed: { type: string; info: Record<string, unknown> }; space: number };

/** Creates a node that parses classic accounts on request, like agave; `change` modifies its responses. */
function parsingNode(
  accounts: readonly SnapshotAccount[],
  change: (parsed: Parsed) => unknown = (each) => each,
) {
  const snapshot = snapshotOf(1, accounts);
  const answers = sampleNode(snapshot);
  const keys: string[] = [];
  const transport = localTransport(async (method, params: unknown[], scope) => {
    const result = (await answers(method, params, scope)) as { value: Row[] };
    if (method === 'getMultipleAccounts') keys.push(...(params[0] as string[]));
    const { encoding } = (params[2] ?? {}) as { encoding?: string };
    if (method !== 'getTokenAccountsByOwner' || encoding !== 'jsonParsed') return result;
    const value = result.value.map((row) => {
      const parsed = parse(row.account.data as [string, string], snapshot.find);
      return parsed ? { ...row, account: { ...row.account, data: change(parsed) } } : row;
    });
    return { ...result, value };
  });
  return { transport, keys };
}

function parse([data]: [string, string], find: (key: string) => SnapshotAccount | undefined) {
  const account = decodeTokenAccount(Buffer.from(data, 'base64'));
  const mint = account && find(account.mint);
  if (account === undefined || mint === undefined) return undefined;
  const decimals = Buffer.from(mint.data, 'base64')[44];
  const amountOf = (amount: bigint) => ({ amount: amount.toString(), decimals, uiAmount: Number(amount) });
  const info = {
    mint: account.mint,
    owner: account.owner,
    state: account.state,
    tokenAmount: amountOf(account.amount),
    ...(account.delegate && {
      delegate: account.delegate,
      delegatedAmount: amountOf(account.delegatedAmount),
    }),
    ...(account.closeAuthority && { closeAuthority: account.closeAuthority }),
  };
  return { program: 'spl-token', parsed: { type: 'account', info }, space: 165 };
}

const scope = scopeOf(new AbortController().signal);
const read = async (transport: Transport, owner: string, withoutFacts: boolean, isPaced = false) => {
  const reader = rpcHoldingsReader({ transport, tokenList: async () => EMPTY_TOKEN_LIST, isPaced });
  const wanted = { selection: EVERYTHING, withoutFacts };
  return documentedHoldings((await reader(owner, scope, undefined, wanted)).holdings);
};

describe('the documented format from parsed accounts', () => {
  it('holdings in the default format are the same from parsed accounts and from mint accounts', async () => {
    const vectors = solanaVectors('token', 'token2022', 'mint', 'mint2022', 'metadata');
    const accounts = vectors.map(({ account: { pubkey, owner, lamports, data } }) => ({
      pubkey,
      owner,
      lamports: BigInt(lamports ?? 1),
      data,
    }));
    const owners = new Set(
      vectors.flatMap(({ expected }) =>
        expected.kind.startsWith('token') ? [String(expected.decoded?.owner)] : [],
      ),
    );
    expect(owners.size).toBeGreaterThan(20);
    const { transport } = parsingNode(accounts);
    for (const owner of owners)
      expect(await read(transport, owner, true)).toEqual(await read(transport, owner, false));
  });

  it('when the endpoint is rate-limited, reads only the NFT mints whose metadata has no token standard', async () => {
    const owner = addressOf('owner of old ones');
    const old = [1n, 7n].flatMap((supply): SnapshotAccount[] => {
      const mint = addressOf(`old mint of ${supply}`);
      const metadata = encodeTokenMetadata({
        updateAuthority: owner,
        mint,
        name: 'Old',
        symbol: 'O',
        uri: '',
      });
      return [
        account(
          addressOf(`old account ${supply}`),
          TOKEN_PROGRAM,
          encodeTokenAccount({ mint, owner, amount: 1n }),
        ),
        account(mint, TOKEN_PROGRAM, encodeMint({ supply, decimals: 0 })),
        account(metadataAddressOf(mint) ?? '', TOKEN_METADATA_PROGRAM, metadata),
      ];
    });
    const accounts = [...nftWallet(owner, 20), ...old];
    const { transport, keys } = parsingNode(accounts);
    const { nfts } = await read(transport, owner, true, true);
    expect(nfts).toHaveLength(22);
    expect(nfts.filter(({ isSemiFungible }) => isSemiFungible).map(({ mint }) => mint)).toEqual([
      addressOf('old mint of 7'),
    ]);
    expect(keys).toHaveLength(22 + 2);

    const unpaced = parsingNode(accounts);
    expect((await read(unpaced.transport, owner, true)).nfts).toEqual(nfts);
    expect(unpaced.keys).toHaveLength(22 + 22);
  });

  it('reads no mints of a large wallet if the metadata has token standards', async () => {
    const owner = addressOf('owner of many');
    const { transport, keys } = parsingNode(nftWallet(owner, 2_100));
    expect((await read(transport, owner, true)).nfts).toHaveLength(2_100);
    expect(keys).toHaveLength(2_100);
  });

  it('reads no mints of a wallet that was read before if the metadata has token standards', async () => {
    const owner = addressOf('owner of a known wallet');
    const { transport, keys } = parsingNode(nftWallet(owner, 20));
    const reader = rpcHoldingsReader({ transport, tokenList: async () => EMPTY_TOKEN_LIST });
    const wanted = { selection: EVERYTHING, withoutFacts: true };
    const list = async () => {
      keys.length = 0;
      const { holdings } = await reader(owner, scope, undefined, wanted);
      return { nfts: documentedHoldings(holdings).nfts, keys: keys.length };
    };
    const first = await list();
    expect(first).toMatchObject({ keys: 40 });
    expect(await list()).toEqual(first);
    expect(await list()).toEqual({ ...first, keys: 20 });
  });

  it('reads the mints if the node returns no parsed accounts', async () => {
    const owner = addressOf('owner of three');
    const { transport, keys } = parsingNode(nftWallet(owner, 3));
    const plain = localTransport((method, params: unknown[], until) =>
      transport(method, method === 'getTokenAccountsByOwner' ? params.slice(0, 2) : params, until),
    );
    expect((await read(plain, owner, true)).nfts).toHaveLength(3);
    expect(keys).toHaveLength(6);
  });

  const wrong: [string, Record<string, unknown>][] = [
    ['a mint that is not an address', { mint: 'not an address' }],
    ['another owner', { owner: addressOf('somebody else') }],
    ['a state that does not exist', { state: 'thawed' }],
    ['no amount', { tokenAmount: { decimals: 0 } }],
    ['an amount past 2^64', { tokenAmount: { amount: '18446744073709551616', decimals: 0 } }],
    ['an amount that is a number', { tokenAmount: { amount: 1, decimals: 0 } }],
    ['a negative amount', { tokenAmount: { amount: '-1', decimals: 0 } }],
    ['decimals that are text', { tokenAmount: { amount: '1', decimals: '0' } }],
    ['decimals past a byte', { tokenAmount: { amount: '1', decimals: 256 } }],
    ['a delegate that is not an address', { delegate: 7 }],
    ['a close authority that is not an address', { closeAuthority: '' }],
  ];
  it('rejects parsed accounts that have an invalid member', async () => {
    const owner = addressOf('owner of three');
    const reads = wrong.map(async ([what, change]) => {
      const { transport } = parsingNode(nftWallet(owner, 3), (parsed) => ({
        ...parsed,
        parsed: { ...parsed.parsed, info: { ...parsed.parsed.info, ...change } },
      }));
      await expect(read(transport, owner, true), what).rejects.toMatchObject({
        reason: 'upstream-malformed',
      });
    });
    await Promise.all(reads);
  });
});
