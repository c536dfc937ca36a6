import { describe, expect, it } from 'vitest';
import { writeJson } from '@/lib/json/exact-write';
import { scopeOf } from '@/lib/promises/request-scope';
import type { Ports } from '@/lib/services/ports';
import type { Holdings } from '@/lib/solana/holdings';
import { SAMPLE_EMPTY_WALLET, SAMPLE_TINY_WALLET } from '@/lib/solana/sample-addresses';
import { sampleChain } from '@/lib/sources/sample/sample-chain';
import { solanaSource } from '@/lib/sources/solana/solana-chains';
import { noDocuments } from '@/lib/testing/solana/no-documents';
import type { Method } from '../define-method';
import { writeResult } from '../run-method';
import { enhancedGetTokensAndNFTs as method } from './enhancedGetTokensAndNFTs';

const ADDRESS = SAMPLE_TINY_WALLET;
const solana = solanaSource({
  chains: new Map([[104, sampleChain()]]),
  fillDocuments: noDocuments,
});
/** Runs the method. Returns the handler's output and the result on the wire. */
const call = async (params: unknown) => {
  const input = method.readParams(params);
  const info = { chainId: 104, chainIdGiven: true };
  const scope = scopeOf(AbortSignal.timeout(120_000), performance.now() + 5_000);
  const output = await method.handler(input, { solana } as Ports, info, scope);
  return { output, text: String((await writeResult(method as Method, { input, params }, output)).text) };
};
const refusal = (params: unknown) => {
  try {
    method.readParams(params);
  } catch (thrown) {
    const { name, reason, path } = thrown as { name: string; reason: string; path: string };
    return { name, reason, path };
  }
  return undefined;
};

describe('params', () => {
  const plain = { accountAddress: ADDRESS, parseMetadataUri: false, extended: false };
  const parsed = { ...plain, parseMetadataUri: true };

  it.each([
    [[ADDRESS], plain],
    [[ADDRESS, null], plain],
    [[ADDRESS, {}], plain],
    [[ADDRESS, { parseMetadataUri: true }], parsed],
    [[ADDRESS, { options: { parseMetadataUri: true } }], parsed],
    [[{ accountAddress: ADDRESS }], plain],
    [[{ accountAddress: ADDRESS }, { options: { parseMetadataUri: true } }], parsed],
    [[{ accountAddress: ADDRESS }, { parseMetadataUri: true }], parsed],
    [[{ accountAddress: ADDRESS, options: { parseMetadataUri: true } }], parsed],
    [{ accountAddress: ADDRESS }, plain],
    [{ accountAddress: ADDRESS, options: { parseMetadataUri: null, limit: null, mints: null } }, plain],
    [[ADDRESS, { extended: null, options: null }], plain],
    [{ accountAddress: ADDRESS, options: { parseMetadataUri: true } }, parsed],
    [{ accountAddress: ADDRESS, parseMetadataUri: true }, parsed],
    [
      [ADDRESS, { extended: true, unknown: 5, another: { parseMetadataUri: 'no' } }],
      { ...plain, extended: true },
    ],
    [[ADDRESS, { parseMetadataUri: true, options: { parseMetadataUri: true } }], parsed],
  ])('enhancedGetTokensAndNFTs accepts the params %j', (params, input) =>
    expect(method.readParams(params)).toEqual(input),
  );

  it.each([
    [undefined, 'missing-params', 'params'],
    [null, 'invalid-type', 'params'],
    ['text', 'invalid-type', 'params'],
    [[], 'missing-address', 'params[0]'],
    [{}, 'missing-address', 'params.accountAddress'],
    [[{}], 'missing-address', 'params[0].accountAddress'],
    [[5], 'invalid-type', 'params[0]'],
    [[null], 'invalid-type', 'params[0]'],
    [[''], 'empty-address', 'params[0]'],
    [['0OIl'], 'invalid-base58-character', 'params[0]'],
    [['z'.repeat(44)], 'wrong-address-length', 'params[0]'],
    [[ADDRESS, {}, {}], 'too-many-params', 'params'],
    [[ADDRESS, 'options'], 'invalid-type', 'params[1]'],
    [[ADDRESS, []], 'invalid-type', 'params[1]'],
    [[ADDRESS, { parseMetadataUri: 'true' }], 'invalid-type', 'params[1].parseMetadataUri'],
    [[ADDRESS, { options: { extended: 1 } }], 'invalid-type', 'params[1].options.extended'],
    [[ADDRESS, { options: 'x' }], 'invalid-type', 'params[1].options'],
    [
      [ADDRESS, { extended: true, options: { extended: false } }],
      'conflicting-options',
      'params[1].options.extended',
    ],
  ])('enhancedGetTokensAndNFTs rejects the params %j with %s at %s', (params, reason, path) => {
    expect(refusal(params)).toEqual({ name: 'InvalidInputError', reason, path });
  });
});

describe('the answer', () => {
  it('equal params in any form have the same cache key, and invalid params or unknown options have no cache key', () => {
    const cacheKey = (params: unknown) => method.responseCache?.cacheKey(params);
    const plain = cacheKey([ADDRESS]);
    const extended = cacheKey([ADDRESS, { extended: true }]);
    expect(plain).toBeDefined();
    expect(extended).not.toBe(plain);
    expect(cacheKey([ADDRESS, { extended: false }])).toBe(plain);
    expect(cacheKey({ accountAddress: ADDRESS, options: { extended: true } })).toBe(extended);
    const options = [
      {},
      { extended: true },
      { parseMetadataUri: true },
      { kind: 'nft' },
      { kind: 'token' },
      { limit: 1 },
      { limit: 2 },
      { cursor: 'a' },
      { mints: [ADDRESS] },
      { collections: [ADDRESS] },
    ];
    expect(new Set(options.map((each) => cacheKey([ADDRESS, each]))).size).toBe(options.length);
    for (const each of [{ unknown: 1 }, { options: { unknown: 1 } }, { extended: 1 }])
      expect(cacheKey([ADDRESS, each])).toBeUndefined();
    for (const text of [`${ADDRESS} extended`, `extended ${ADDRESS}`, `plain ${ADDRESS}`])
      expect(cacheKey([text])).toBeUndefined();
  });

  it('enhancedGetTokensAndNFTs returns the documented example', async () => {
    expect((await call(method.example.params)).text).toBe(writeJson(method.example.result));
    expect(method.result.safeParse(method.example.result).success).toBe(true);
  });

  it('enhancedGetTokensAndNFTs returns only the documented fields, in the documented order', async () => {
    const answer = JSON.parse((await call([ADDRESS])).text) as Holdings;
    expect(Object.keys(answer)).toEqual(['lamports', 'nfts', 'tokens']);
    const [nft] = answer.nfts;
    expect(Object.keys(nft ?? {})).toEqual([
      'mint',
      'address',
      'isSemiFungible',
      'name',
      'symbol',
      'image',
      'sellerFeeBasisPoints',
      'metadata',
    ]);
    expect(Object.keys(nft?.metadata ?? {})).toEqual([
      'key',
      'updateAuthority',
      'mint',
      'data',
      'primarySaleHappened',
      'isMutable',
      'editionNonce',
    ]);
    expect(Object.keys(nft?.metadata.data ?? {})).toEqual([
      'name',
      'symbol',
      'uri',
      'sellerFeeBasisPoints',
      'creators',
    ]);
  });

  it('enhancedGetTokensAndNFTs adds the fields of the extended format at the end', async () => {
    const { output: answer } = await call([ADDRESS, { extended: true }]);
    expect(method.result.safeParse(answer).success).toBe(true);
    expect(answer).toMatchObject({ lamportsString: '1500000000', slot: 300_000_000, warnings: [] });
    expect(Object.keys(answer.tokens[0] ?? {}).slice(7)).toEqual([
      'amountString',
      'programId',
      'tokenStandard',
      'collection',
      'state',
      'delegate',
      'warnings',
      'lock',
      'delegateRole',
      'delegatedAmount',
      'closeAuthority',
      'uiAmountString',
      'mintFacts',
      'accountFacts',
      'accountLamports',
      'supply',
      'additionalMetadata',
      'inTokenList',
      'looksLike',
    ]);
    expect(answer.tokens[0]).toMatchObject({ amountString: '18446744073709551615', inTokenList: true });
  });

  it('enhancedGetTokensAndNFTs returns empty lists for an account that does not exist', async () => {
    expect((await call([SAMPLE_EMPTY_WALLET])).text).toBe('{"lamports":0,"nfts":[],"tokens":[]}');
  });
});
