import * as z from 'zod/mini';
import { describe, describeValues } from '@/lib/json/describe';
import { DELEGATE_ROLE_NAMES, TOKEN_STATES } from '@/lib/solana/accounts/token-record';
import { SolanaAddress } from '@/lib/solana/address/address';
import { DELEGATE_ROLES, LOCKS, MINT_FACTS, type MintFactName } from './messages';

/**
 * Schemas of an item's lock and mint facts, which are present only with `options.extended` (contract §3). Safe in the
 * browser.
 */

const fact = <T extends z.core.$ZodType>(type: T, key: MintFactName, what = '') =>
  z.optional(type).check(describe(`${MINT_FACTS[key].sentence}${what}`));

export const MintFacts = z
  .object({
    mintAuthority: fact(SolanaAddress, 'mintAuthority'),
    freezeAuthority: fact(SolanaAddress, 'freezeAuthority'),
    closeAuthority: fact(SolanaAddress, 'closeAuthority'),
    permanentDelegate: fact(SolanaAddress, 'permanentDelegate'),
    transferFee: fact(
      z.object({
        basisPoints: z.int().check(describe('Fee in basis points of the transferred amount.')),
        maximum: z
          .string()
          .check(describe('Maximum fee for one transfer, in raw units, as a decimal string.')),
      }),
      'transferFee',
      ' The fee of the current epoch.',
    ),
    transferHook: fact(SolanaAddress, 'transferHook'),
    nonTransferable: fact(z.literal(true), 'nonTransferable'),
    pausable: fact(
      z.object({ paused: z.boolean().check(describe('Whether the mint is paused now.')) }),
      'pausable',
    ),
    defaultState: fact(z.enum(['uninitialized', 'initialized', 'frozen']), 'defaultState'),
    confidential: fact(z.literal(true), 'confidential'),
    interestBearing: fact(
      z.object({ rate: z.int().check(describe('Interest rate in basis points per year.')) }),
      'interestBearing',
    ),
    scaledUiAmount: fact(
      z.object({ multiplier: z.number().check(describe('Factor by which the raw amount is multiplied.')) }),
      'scaledUiAmount',
      " The multiplier as of the chain's current time.",
    ),
    permissionedBurn: fact(SolanaAddress, 'permissionedBurn'),
    unknown: fact(z.array(z.int()), 'unknown', ' Lists their numbers.'),
    // Type checking fails if a mint fact has no schema or no message.
  } satisfies Record<MintFactName, unknown>)
  .check(
    z.meta({
      id: 'MintFacts',
      description: "What the mint's authorities and extensions can do; only the keys that apply are present.",
    }),
  );
export type MintFacts = z.infer<typeof MintFacts>;

const applies = (description: string) => z.optional(z.literal(true)).check(describe(description));

export const TokenAccountFacts = z
  .object({
    withheldFee: z
      .optional(z.string())
      .check(describe('Transfer fees that are withheld in the account, in raw units, as a decimal string.')),
    memoRequired: applies('Transfers to the account must have a memo.'),
    cpiGuard: applies('Other programs cannot move its balance on behalf of the owner.'),
    confidential: applies(
      'The account can have a confidential balance, which is encrypted and not in `amount`.',
    ),
  })
  .check(
    z.meta({
      id: 'AccountFacts',
      description: 'Extensions of the token account; only the keys that apply are present.',
    }),
  );
export type TokenAccountFacts = z.infer<typeof TokenAccountFacts>;

const { unread, ...locks } = LOCKS;

/** Fields of every item that describe its token account and its mint. */
export const factFields = {
  lock: z
    .nullable(z.enum(['none', 'frozen', ...TOKEN_STATES]))
    .check(describe(`Whether the item can be moved. ${describeValues(locks)} null: ${unread}`)),
  delegateRole: z
    .nullable(z.enum(DELEGATE_ROLE_NAMES))
    .check(describe(`Role of the delegate in the token record, or null. ${describeValues(DELEGATE_ROLES)}`)),
  delegatedAmount: z
    .string()
    .check(
      describe(
        'Amount that the delegate can move, in raw units, as a decimal string; "0" without a delegate.',
      ),
    ),
  closeAuthority: z
    .nullable(SolanaAddress)
    .check(describe('Address that can close the account in addition to its owner, or null.')),
  uiAmountString: z
    .nullable(z.string())
    .check(
      describe(
        "The amount as formatted by the token program: with decimals, and scaled as of the chain's current time if the mint requires it; null if the mint or the clock could not be read.",
      ),
    ),
  mintFacts: MintFacts,
  accountFacts: TokenAccountFacts,
};
