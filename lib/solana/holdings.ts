import * as z from 'zod/mini';
import { describe, wordsAndSentences } from '@/lib/json/describe';
import { IgnoredNames } from '@/lib/json/ignored-names-schema';
import { SolanaAddress } from '@/lib/solana/address/address';
import { CoverageSchema } from './coverage-schema';
import { factFields } from './facts/fact-schemas';
import { amount, flag, heldAt, heldMint, lamports, text, uint8 } from './holdings-fields';
import { HOLDINGS_WARNINGS, WARNINGS } from './warnings';

/** The nouns of holdings, in the documented order of their fields (contract §3). Safe in the browser. */

const Creator = z
  .object({
    address: text('Creator address.'),
    verified: flag('Whether the creator has signed.'),
    share: uint8('Share of the royalties in percent.'),
  })
  .check(z.meta({ id: 'Creator', description: 'A creator and its share.' }));

export const NftMetadata = z
  .object({
    key: z
      .int()
      .check(
        describe('Kind of the metadata account: 4, or 0 when the metadata is not in a Metaplex account.'),
      ),
    updateAuthority: text('Update authority; "" when there is none.'),
    mint: SolanaAddress.check(describe('Mint that it describes.')),
    data: z
      .object({
        name: text('Name, as it is on chain.'),
        symbol: text('Symbol, as it is on chain.'),
        uri: text('URI of the off-chain document.'),
        sellerFeeBasisPoints: z.int().check(describe('Royalty in basis points.')),
        creators: z.array(Creator).check(describe('Creators, in the order of the chain.')),
        uriData: z.optional(
          z
            .record(z.string(), z.unknown())
            .check(
              describe(
                'The off-chain document as it is. Only with `parseMetadataUri`, and when it is a JSON object.',
              ),
            ),
        ),
      })
      .check(describe('What the mint says of itself.')),
    primarySaleHappened: flag('Whether the primary sale has happened.'),
    isMutable: flag('Whether the metadata can change.'),
    editionNonce: z
      .nullable(z.int())
      .check(describe('Bump of the edition account; null when there is none.')),
  })
  .check(z.meta({ id: 'NftMetadata', description: 'On-chain metadata.' }));
export type NftMetadata = z.infer<typeof NftMetadata>;

const nftFields = {
  mint: heldMint,
  address: heldAt,
  isSemiFungible: flag('Whether more than one of it exists.'),
  name: text('Name; "" when unknown.'),
  symbol: text('Symbol; "" when unknown.'),
  image: text('Picture, an absolute https or data URL; "" without `parseMetadataUri` or when unknown.'),
  sellerFeeBasisPoints: z.int().check(describe('Royalty in basis points.')),
  metadata: NftMetadata,
};

const tokenFields = {
  decimals: uint8('Number of decimals.'),
  amount,
  address: heldAt,
  mint: heldMint,
  name: text('Name; "" when unknown.'),
  symbol: text('Symbol; "" when unknown.'),
  image: text('Picture, an absolute https or data URL; "" when unknown.'),
};

/** Fields that every item has with `options.extended` alone. */
const extras = {
  amountString: text('`amount` as a decimal string, for readers that cannot hold 64 bits.'),
  programId: text('Program that owns the token account; for an asset without one, the program of the asset.'),
  tokenStandard: z
    .nullable(z.int())
    .check(describe('Metaplex token standard, 0 to 5; null when it does not say.')),
  collection: z
    .nullable(
      z.object({
        key: SolanaAddress.check(describe('Mint or address of the collection.')),
        verified: flag('Whether the collection has signed for it.'),
      }),
    )
    .check(describe('Collection; believe it only when verified.')),
};
const moreExtras = {
  state: z
    .enum(['initialized', 'frozen'])
    .check(describe('State of the token account. A programmable NFT is always frozen: see `lock`.')),
  delegate: z.nullable(SolanaAddress).check(describe('Who else may move it.')),
  warnings: z.array(z.string()).check(describe(`Stable words. ${wordsAndSentences(WARNINGS)}`)),
  ...factFields,
};

export const Nft = z.object(nftFields).check(z.meta({ id: 'Nft', description: 'An NFT held.' }));
export type Nft = z.infer<typeof Nft>;

export const Token = z
  .object(tokenFields)
  .check(z.meta({ id: 'Token', description: 'A fungible token held: one token account.' }));
export type Token = z.infer<typeof Token>;

const NFTS = 'NFTs and semi-fungibles, one for each token account, ordered by mint and account.';
const TOKENS = 'Fungible tokens, one for each token account, ordered by mint and account.';

const nextCursor = z
  .optional(z.nullable(z.string()))
  .check(describe('With `limit` or `cursor`: the cursor of the next page; null when this is the last.'));

export const Holdings = z
  .object({
    lamports,
    nfts: z.array(Nft).check(describe(NFTS)),
    tokens: z.array(Token).check(describe(TOKENS)),
    nextCursor,
  })
  .check(z.meta({ id: 'Holdings', description: 'What an account holds.' }));
export type Holdings = z.infer<typeof Holdings>;

export const ExtendedNft = z
  .object({ ...nftFields, ...extras, amount, decimals: uint8('Number of decimals.'), ...moreExtras })
  .check(z.meta({ id: 'ExtendedNft', description: 'An NFT held, with `options.extended`.' }));
export type ExtendedNft = z.infer<typeof ExtendedNft>;

export const ExtendedToken = z
  .object({
    ...tokenFields,
    ...extras,
    ...moreExtras,
    inTokenList: z
      .nullable(z.boolean())
      .check(
        describe(
          "Whether the chain's token list has the mint; null when it has no list. Anybody can give a token any name and symbol.",
        ),
      ),
  })
  .check(z.meta({ id: 'ExtendedToken', description: 'A fungible token held, with `options.extended`.' }));
export type ExtendedToken = z.infer<typeof ExtendedToken>;

export const ExtendedHoldings = z
  .object({
    lamports,
    nfts: z.array(ExtendedNft).check(describe(NFTS)),
    tokens: z.array(ExtendedToken).check(describe(TOKENS)),
    nextCursor,
    lamportsString: text('`lamports` as a decimal string.'),
    slot: z.int().check(describe('Oldest slot at which the accounts were read.')),
    warnings: z.array(z.string()).check(describe(`Stable words. ${wordsAndSentences(HOLDINGS_WARNINGS)}`)),
    coverage: CoverageSchema,
    ignored: IgnoredNames,
  })
  .check(z.meta({ id: 'ExtendedHoldings', description: 'What an account holds, with `options.extended`.' }));
/** What a source answers: everything. `documentedHoldings` leaves out what was not asked for. */
export type ExtendedHoldings = z.infer<typeof ExtendedHoldings>;

/** An NFT as documented. */
export function documentedNft(nft: Nft): Nft {
  const { mint, address, isSemiFungible, name, symbol, image, sellerFeeBasisPoints, metadata } = nft;
  return { mint, address, isSemiFungible, name, symbol, image, sellerFeeBasisPoints, metadata };
}

/** An extended token as documented. */
export function documentedToken(token: ExtendedToken): Token {
  const { decimals, amount, address, mint, name, symbol, image } = token;
  return { decimals, amount, address, mint, name, symbol, image };
}

/** The default answer: the documented fields in the documented order, no others (contract §3). */
export function documentedHoldings({ lamports, nfts, tokens, nextCursor }: ExtendedHoldings): Holdings {
  return {
    lamports,
    nfts: nfts.map(documentedNft),
    tokens: tokens.map(documentedToken),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
}
