import * as z from 'zod/mini';
import { InvalidInputError } from '@/lib/errors';
import { getHoldings } from '@/lib/services/holdings/get-holdings';
import { HOLDINGS_UNITS } from '@/lib/services/prices';
import { SolanaAddress } from '@/lib/solana/address/address';
import { documentedHoldings, ExtendedHoldings, Holdings } from '@/lib/solana/holdings';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { SAMPLE_TINY_WALLET } from '@/lib/solana/sample-addresses';
import { defineMethod } from '../define-method';
import { isJsonObject, readParam } from '../params/read-params';

const Flag = z.boolean({ error: 'Expected true or false' });

const HoldingsOptions = z
  .object({
    parseMetadataUri: z.optional(
      Flag.check(
        z.meta({
          description: 'Fetch the off-chain documents: fills `uriData` and `image`.',
          default: false,
        }),
      ),
    ),
    extended: z.optional(
      Flag.check(
        z.meta({
          description: 'More than the documented fields, such as exact amounts as strings.',
          default: false,
        }),
      ),
    ),
  })
  .check(z.meta({ id: 'ListingOptions' }));

type Options = { parseMetadataUri: boolean; extended: boolean };
type Input = Options & { accountAddress: SolanaAddress };

/** Contract §3. */
export const enhancedGetTokensAndNFTs = defineMethod({
  name: 'enhancedGetTokensAndNFTs',
  group: 'solana',
  summary: 'The tokens and NFTs of a Solana account, and its lamports',
  description:
    'Lists every token account with a balance, of both token programs: NFTs with their on-chain metadata, fungible tokens with their amount, both ordered by mint. Complete or an error, never silently short.',
  params: [
    {
      name: 'accountAddress',
      summary: 'The account, on or off the curve.',
      required: true,
      schema: SolanaAddress,
    },
    {
      name: 'options',
      summary: 'What to answer beyond the default.',
      required: false,
      schema: HoldingsOptions,
    },
  ],
  readParams: readHoldingsParams,
  result: z.union([Holdings, ExtendedHoldings]),
  errors: ['invalidParams', 'unsupportedChain', 'upstreamUnavailable', 'limitExceeded', 'answerTooLarge'],
  chainId: 'required',
  echoesChainId: true,
  units: () => HOLDINGS_UNITS,
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
    { accountAddress, parseMetadataUri, extended }: Input,
    ports,
    { chainId, signal, deadlineAt },
  ) {
    const query = { owner: accountAddress, parseMetadataUri, extended };
    const holdings = await getHoldings(ports, query, chainId, { signal, deadlineAt });
    return extended ? holdings : documentedHoldings(holdings);
  },
  recentAnswers: { nameOf: nameOfPlainCall, holdsMs: ({ solanaCacheMs }) => solanaCacheMs },
});

/** Base58 of 32 bytes has at most so many characters. */
const MAX_ADDRESS_LENGTH = 44;

/** An address alone, or with options that fetch nothing: documents may come later, so an answer with them is not kept. */
function nameOfPlainCall(raw: unknown): string | undefined {
  if (!Array.isArray(raw) || raw.length > 2) return undefined;
  const [address, options] = raw as unknown[];
  if (typeof address !== 'string' || address.length > MAX_ADDRESS_LENGTH) return undefined;
  if (options === undefined) return address;
  if (!isJsonObject(options)) return undefined;
  for (const name of Object.keys(options))
    if (name !== 'extended' && name !== 'parseMetadataUri') return undefined;
  if (options.parseMetadataUri !== undefined && options.parseMetadataUri !== false) return undefined;
  if (options.extended === undefined || options.extended === false) return address;
  return options.extended === true ? `${address} extended` : undefined;
}

/**
 * All forms of contract §1: `["ADDR", {…}]`, `[{accountAddress}, {options: {…}}]` and `{accountAddress, options}`.
 * A nested `options` object is read wherever the flat one may stand.
 */
function readHoldingsParams(raw: unknown): Input {
  if (Array.isArray(raw)) {
    if (raw.length > 2) {
      throw new InvalidInputError(
        'too-many-params',
        `Expected an address and options, got ${raw.length} parameters`,
        {},
        'params',
      );
    }
    const [first, second] = raw as unknown[];
    if (isJsonObject(first)) {
      const own = readOptions(first, 'params[0]');
      const options =
        second === undefined || second === null
          ? own
          : merge(own, readOptions(second, 'params[1]'), 'params[1]');
      return {
        accountAddress: readAddress(first.accountAddress, 'params[0].accountAddress'),
        ...settle(options),
      };
    }
    const accountAddress = readAddress(first, 'params[0]');
    return {
      accountAddress,
      ...settle(second === undefined || second === null ? {} : readOptions(second, 'params[1]')),
    };
  }
  if (isJsonObject(raw)) {
    return {
      accountAddress: readAddress(raw.accountAddress, 'params.accountAddress'),
      ...settle(readOptions(raw, 'params')),
    };
  }
  throw new InvalidInputError(
    raw === undefined ? 'missing-params' : 'invalid-type',
    'Expected params: an array of an address and options, or an object with accountAddress',
    {},
    'params',
  );
}

function readAddress(value: unknown, path: string): SolanaAddress {
  if (value !== undefined) return readParam(SolanaAddress, value, path);
  throw new InvalidInputError('missing-address', 'Expected a Solana address: base58 of 32 bytes', {}, path);
}

type Given = z.output<typeof HoldingsOptions>;

/** Options that stand flat in `value`, or nested in its `options`. */
function readOptions(value: unknown, path: string): Given {
  if (!isJsonObject(value)) {
    throw new InvalidInputError(
      'invalid-type',
      'Expected an object of options, such as {"parseMetadataUri": true}',
      {},
      path,
    );
  }
  const flat = readParam(HoldingsOptions, pick(value), path);
  if (value.options === undefined || value.options === null) return flat;
  if (!isJsonObject(value.options)) {
    throw new InvalidInputError('invalid-type', 'Expected options to be an object', {}, `${path}.options`);
  }
  return merge(flat, readParam(HoldingsOptions, pick(value.options), `${path}.options`), `${path}.options`);
}

/** The known options alone: unknown names are ignored, whatever they hold. */
function pick(value: Record<string, unknown>) {
  const known: Record<string, unknown> = {};
  for (const name of ['parseMetadataUri', 'extended']) {
    if (Object.hasOwn(value, name)) known[name] = value[name];
  }
  return known;
}

/** Two places may both hold options, but not contradict each other. */
function merge(a: Given, b: Given, path: string): Given {
  for (const name of ['parseMetadataUri', 'extended'] as const) {
    if (a[name] !== undefined && b[name] !== undefined && a[name] !== b[name]) {
      throw new InvalidInputError(
        'conflicting-options',
        `${name} is given twice, and differently`,
        {},
        `${path}.${name}`,
      );
    }
  }
  return { ...a, ...b };
}

const settle = ({ parseMetadataUri = false, extended = false }: Given): Options => ({
  parseMetadataUri,
  extended,
});
