import * as z from 'zod/mini';
import { isJsonObject } from '@/lib/json/json-object';
import { getNamedHoldings } from '@/lib/services/holdings/get-named-holdings';
import { resolveOwner } from '@/lib/services/holdings/resolve-owner';
import { holdingsUnitsBeyond, WORK_UNITS } from '@/lib/services/work-units';
import { SolanaAccountName } from '@/lib/solana/address/address';
import { missingMints } from '@/lib/solana/coverage';
import { documentedHoldings, ExtendedHoldings, Holdings } from '@/lib/solana/holdings';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { SAMPLE_TINY_WALLET } from '@/lib/solana/sample-addresses';
import { defineMethod, SHORT_LIST } from '../define-method';
import {
  HoldingsOptions,
  type HoldingsParams,
  holdingsCacheKey,
  ignoredHoldingsNames,
  readHoldingsParams,
} from '../params/holdings-params';
import { atPath } from '../params/read-params';

/** Lists the holdings of a Solana account (contract §3). */
export const enhancedGetTokensAndNFTs = defineMethod({
  name: 'enhancedGetTokensAndNFTs',
  group: 'solana',
  summary: 'The tokens and NFTs of a Solana account, and its lamports',
  description:
    'Lists every token account with a balance, of both token programs: NFTs with their on-chain metadata, fungible tokens with their amount, both ordered by mint. The list is complete, or the call fails; only the metadata of single items can be missing, and is then null or empty. The header `Satchel-Coverage`, and `coverage` in the extended format, name the kinds of asset that are not covered, such as MPL Core and compressed NFTs without a DAS endpoint.',
  params: [
    {
      name: 'accountAddress',
      summary: 'The account to list: any Solana address, or a `.sol` name.',
      required: true,
      schema: SolanaAccountName,
    },
    {
      name: 'options',
      summary: 'Additional fields and a selection of items.',
      required: false,
      schema: HoldingsOptions,
    },
  ],
  readParams: readHoldingsParams,
  ignoredNames: ignoredHoldingsNames,
  integers: {
    flag: 'options.integers',
    areStrings: (_, { integers }) => integers !== undefined,
  },
  result: z.union([Holdings, ExtendedHoldings]),
  forms: { flag: 'options.extended', plain: Holdings, extended: ExtendedHoldings },
  errors: ['invalidParams', 'unsupportedChain', 'upstreamUnavailable', 'limitExceeded', 'answerTooLarge'],
  echoesChainId: true,
  withLimit: (params) => {
    const options = params.options ?? {};
    const hasLimit = (params.limit ?? null) !== null;
    if (hasLimit || !isJsonObject(options)) return params;
    return { ...params, options: { ...options, limit: options.limit ?? SHORT_LIST } };
  },
  units: ({ stake }) => WORK_UNITS.holdings + (stake ? WORK_UNITS.stake : 0),
  unitsBeyond: ({ nfts, tokens }: { nfts: readonly unknown[]; tokens: readonly unknown[] }) =>
    holdingsUnitsBeyond(nfts.length + tokens.length),
  example: {
    chainId: SAMPLE_CHAIN_ID,
    params: [SAMPLE_TINY_WALLET],
    result: {
      lamports: 1500000000n,
      nfts: [
        {
          mint: '3VY2TA6pKYq3JXHcbpDoYvuBZcHUCmMA9ztUgGRGgRrL',
          address: 'DR22NWYN7eVeUUcPJfPi5mUzhWiTugcpd5hLNTWYYh1W',
          isSemiFungible: false,
          name: 'Tidepool #7',
          symbol: 'TIDE',
          image: '',
          sellerFeeBasisPoints: 500,
          metadata: {
            key: 4,
            updateAuthority: 'GvfbkijxLhkkdNTbZPASb1LePQ7TSZKWpZE8TKxg9U4X',
            mint: '3VY2TA6pKYq3JXHcbpDoYvuBZcHUCmMA9ztUgGRGgRrL',
            data: {
              name: 'Tidepool #7',
              symbol: 'TIDE',
              uri: 'https://sample.satchel.example/tidepool-7.json',
              sellerFeeBasisPoints: 500,
              creators: [
                {
                  address: 'GvfbkijxLhkkdNTbZPASb1LePQ7TSZKWpZE8TKxg9U4X',
                  verified: true,
                  share: 70,
                },
                {
                  address: '4gkYkvCMCgjJFqpZNZCX2AsiMgwLXkHfQvSFuyXjrwvX',
                  verified: false,
                  share: 30,
                },
              ],
            },
            primarySaleHappened: true,
            isMutable: true,
            editionNonce: 255,
          },
        },
      ],
      tokens: [
        {
          decimals: 6,
          amount: 18446744073709551615n,
          address: 'CFmcmUfXv7BZYiPPCHSkRKWbC3DciEBMx9unasEKSBcv',
          mint: 'DGzPceTV9v9n7pELLxsriUDzyJXQDvwuw1AoabsAnwvs',
          name: 'Crab Dollar',
          symbol: 'CRAB',
          image: 'https://sample.satchel.example/coin-crab.png',
        },
      ],
    },
  },
  async handler(
    { accountAddress, namePath, extended, integers: _, prices, stake, ...wanted }: HoldingsParams,
    ports,
    { chainId },
    scope,
  ) {
    const owner =
      namePath === undefined
        ? accountAddress
        : await resolveOwner(ports, accountAddress, chainId, scope).catch((thrown) => {
            throw atPath(thrown, namePath);
          });
    // The default format has no facts. It has no warnings either, so a DAS failure must fail the call.
    const form = { tolerateDasFailure: extended, withoutFacts: !extended, withEditions: extended };
    const options = { ...wanted, ...form, scope };
    return extended
      ? getNamedHoldings(ports, chainId, owner, { ...options, prices, stake })
      : ports.solana.getHoldings(chainId, owner, options);
  },
  resultOf: (holdings, { extended }, ignored) => {
    if (!extended) return documentedHoldings(holdings);
    return ignored.length === 0 ? holdings : { ...holdings, ignored };
  },
  coverageOf: ({ coverage, tokens }) => ({
    read: coverage.read,
    notRead: coverage.notRead,
    missingMints: missingMints(tokens),
  }),
  responseCache: {
    cacheKey: holdingsCacheKey,
    // Do not cache a response that lacks late documents: the next response may include them.
    ttlMs: ({ solanaCacheMs }, { warnings }) => (warnings.includes('documents-late') ? 0 : solanaCacheMs),
  },
});
