import * as z from 'zod/mini';
import { describe, wordsAndSentences } from '@/lib/json/describe';
import { DELEGATE_ROLE_NAMES, TOKEN_STATES } from '@/lib/solana/accounts/token-record';
import { SolanaAddress } from '@/lib/solana/address/address';
import { DELEGATE_ROLES, LOCKS, MINT_FACTS, type MintFactName } from './sentences';

/** Locks and mint facts of an item, with `options.extended` alone (contract §3). Safe in the browser. */

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
        basisPoints: z.int().check(describe('Part of the amount, in hundredths of a percent.')),
        maximum: z.string().check(describe('Most that one transfer costs, in raw units.')),
      }),
      'transferFee',
      ' That of this epoch; `maximum` in raw units, as a decimal string.',
    ),
    transferHook: fact(SolanaAddress, 'transferHook'),
    nonTransferable: fact(z.literal(true), 'nonTransferable'),
    pausable: fact(
      z.object({ paused: z.boolean().check(describe('Whether it is paused now.')) }),
      'pausable',
    ),
    defaultState: fact(z.enum(['uninitialized', 'initialized', 'frozen']), 'defaultState'),
    confidential: fact(z.literal(true), 'confidential'),
    interestBearing: fact(
      z.object({ rate: z.int().check(describe('Basis points a year.')) }),
      'interestBearing',
      ' In basis points a year.',
    ),
    scaledUiAmount: fact(
      z.object({ multiplier: z.number().check(describe('What the amount is multiplied with.')) }),
      'scaledUiAmount',
      " At the chain's clock.",
    ),
    permissionedBurn: fact(SolanaAddress, 'permissionedBurn'),
    unknown: fact(z.array(z.int()), 'unknown', ' Their numbers.'),
    // Each key has its sentence, and each sentence its key.
  } satisfies Record<MintFactName, unknown>)
  .check(
    z.meta({
      id: 'MintFacts',
      description: 'What the mint can do to those who hold it, with only the keys that apply.',
    }),
  );
export type MintFacts = z.infer<typeof MintFacts>;

const { unread, ...locks } = LOCKS;

/** What else every item says of its account and its mint. */
export const factFields = {
  lock: z
    .nullable(z.enum(['none', 'frozen', ...TOKEN_STATES]))
    .check(describe(`What keeps it in its account. ${wordsAndSentences(locks)} null: ${unread}`)),
  delegateRole: z
    .nullable(z.enum(DELEGATE_ROLE_NAMES))
    .check(
      describe(
        `What the token record says of its delegate; null when nothing. ${wordsAndSentences(DELEGATE_ROLES)}`,
      ),
    ),
  delegatedAmount: z
    .string()
    .check(describe('How much of it the delegate may move, in raw units; "0" when there is none.')),
  closeAuthority: z
    .nullable(SolanaAddress)
    .check(describe('Who else may close its account; null when nobody.')),
  uiAmountString: z
    .nullable(z.string())
    .check(
      describe(
        "The amount as the token program prints it: decimals applied, and scaled at the chain's clock where the mint asks for it. null when its mint or the clock could not be read.",
      ),
    ),
  mintFacts: MintFacts,
};
