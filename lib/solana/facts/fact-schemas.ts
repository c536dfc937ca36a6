import * as z from 'zod/mini';
import { define, describe, describeValues, flag, int, orAbsent, orNull, text } from '@/lib/json/describe';
import { DELEGATE_ROLE_NAMES, TOKEN_STATES } from '@/lib/solana/accounts/token-metadata';
import { SolanaAddress } from '@/lib/solana/address/address';
import { DELEGATE_ROLES, LOCKS, MINT_FACTS, type MintFactName } from './messages';

/**
 * Schemas of an item's lock and mint facts, which are present only with `options.extended` (contract §3). Safe in the
 * browser.
 */

const fact = <T extends z.core.$ZodType>(type: T, key: MintFactName, what = '') =>
  orAbsent(type, `${MINT_FACTS[key].sentence}${what}`);

export const MintFacts = define(
  'MintFacts',
  "What the mint's authorities and extensions can do; only the keys that apply are present.",
  {
    mintAuthority: fact(SolanaAddress, 'mintAuthority'),
    freezeAuthority: fact(SolanaAddress, 'freezeAuthority'),
    closeAuthority: fact(SolanaAddress, 'closeAuthority'),
    permanentDelegate: fact(SolanaAddress, 'permanentDelegate'),
    transferFee: fact(
      z.object({
        basisPoints: int('Fee in basis points of the transferred amount.'),
        maximum: text('Maximum fee for one transfer, in raw units, as a decimal string.'),
      }),
      'transferFee',
      ' The fee of the current epoch.',
    ),
    transferHook: fact(SolanaAddress, 'transferHook'),
    nonTransferable: fact(z.literal(true), 'nonTransferable'),
    pausable: fact(z.object({ paused: flag('Whether the mint is paused now.') }), 'pausable'),
    defaultState: fact(z.enum(['uninitialized', 'initialized', 'frozen']), 'defaultState'),
    confidential: fact(z.literal(true), 'confidential'),
    interestBearing: fact(
      z.object({ rate: int('Interest rate in basis points per year.') }),
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
  } satisfies Record<MintFactName, unknown>,
);
export type MintFacts = z.infer<typeof MintFacts>;

const applies = (description: string) => orAbsent(z.literal(true), description);

export const TokenAccountFacts = define(
  'AccountFacts',
  'Extensions of the token account; only the keys that apply are present.',
  {
    withheldFee: orAbsent(
      z.string(),
      'Transfer fees that are withheld in the account, in raw units, as a decimal string.',
    ),
    memoRequired: applies('Transfers to the account must have a memo.'),
    cpiGuard: applies('Other programs cannot move its balance on behalf of the owner.'),
    confidential: applies(
      'The account can have a confidential balance, which is encrypted and not in `amount`.',
    ),
  },
);
export type TokenAccountFacts = z.infer<typeof TokenAccountFacts>;

const { unread, ...locks } = LOCKS;

/** Fields of every item that describe its token account and its mint. */
export const factFields = {
  lock: orNull(
    z.enum(['none', 'frozen', ...TOKEN_STATES]),
    `Whether the item can be moved. ${describeValues(locks)} null: ${unread}`,
  ),
  delegateRole: orNull(
    z.enum(DELEGATE_ROLE_NAMES),
    `Role of the delegate in the token record, or null. ${describeValues(DELEGATE_ROLES)}`,
  ),
  delegatedAmount: text(
    'Amount that the delegate can move, in raw units, as a decimal string; "0" without a delegate.',
  ),
  closeAuthority: orNull(
    SolanaAddress,
    'Address that can close the account in addition to its owner, or null.',
  ),
  uiAmountString: orNull(
    z.string(),
    "The amount as formatted by the token program: with decimals, and scaled as of the chain's current time if the mint requires it; null if the mint or the clock could not be read.",
  ),
  mintFacts: MintFacts,
  accountFacts: TokenAccountFacts,
};
