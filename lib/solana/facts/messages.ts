import type { DelegateRole, TokenState } from '@/lib/solana/accounts/token-metadata';

/** User-facing explanations of locks, delegate roles and mint facts. Type checking fails if a code has no sentence. */

/** Whether an item can be moved, according to its token record or, if it has none, the state of its token account. */
export type Lock = 'none' | 'frozen' | TokenState;

/** Sentence for each value of the `lock` field; `unread` is used if the field is null. */
export const LOCKS = {
  none: 'It is not frozen.',
  frozen: 'It is frozen: it cannot be moved until the freeze authority unfreezes it.',
  unlocked: 'Its token record is unlocked.',
  locked: 'Its token record is locked: it cannot be moved until its delegate unlocks it.',
  listed: 'Its token record is listed for sale.',
  unread: 'It may be frozen: its token record, or the collection of an MPL Core asset, could not be read.',
} as const satisfies Record<Lock | 'unread', string>;

/** What the delegate of a token account can do. */
export const DELEGATED = 'The delegate can move up to this amount without asking the owner.';

/** Sentences that say what the delegate of a programmable NFT can do, by `delegateRole`. */
export const DELEGATE_ROLES: Record<DelegateRole, string> = {
  sale: 'The delegate can sell it; its owner cannot move it until it is sold or the delegate is revoked.',
  transfer: 'The delegate can move it.',
  utility: 'The delegate can lock and burn it.',
  staking: 'The delegate can lock it.',
  standard: 'The delegate can move, lock and burn it.',
  'locked-transfer': 'The delegate can lock it, and move it to one fixed address.',
  migration: 'The migration delegate can move, lock and burn it.',
};

/** Whether an item has a delegate that can move or burn it, not only lock it. */
export const isTakeable = (item: { delegate: string | null; delegateRole: DelegateRole | null }): boolean =>
  item.delegate !== null && item.delegateRole !== 'staking';

/** Answers to who can mint or freeze, if the authority is the mint's Token Metadata edition account, as for most NFTs. */
export const EDITION_ANSWERS = {
  mintAuthority: 'No one: no more can be minted',
  freezeAuthority: 'Only a delegate that the owner approved',
} as const;

/** Messages by key of `mintFacts`: a short label and a sentence. */
export const MINT_FACTS = {
  mintAuthority: { short: 'mint authority', sentence: 'More can be minted.' },
  freezeAuthority: { short: 'freeze authority', sentence: 'Its token accounts can be frozen.' },
  closeAuthority: { short: 'close authority', sentence: 'Its mint can be closed once the supply is 0.' },
  permanentDelegate: {
    short: 'others can move it',
    sentence: 'One address can move or burn it in any account at any time.',
  },
  transferFee: { short: 'transfer fee', sentence: 'A fee is taken from each transfer.' },
  transferHook: {
    short: 'transfer hook',
    sentence: 'A program is called on every transfer and can reject it.',
  },
  nonTransferable: { short: 'non-transferable', sentence: 'It cannot be transferred.' },
  pausable: { short: 'pausable', sentence: 'Transferring, minting and burning it can be paused.' },
  defaultState: { short: 'default state', sentence: 'New token accounts for it start in this state.' },
  confidential: {
    short: 'confidential',
    sentence: 'It can be held and transferred confidentially; the amount shown is the public balance.',
  },
  interestBearing: {
    short: 'interest',
    sentence: 'The displayed amount grows with interest; the raw amount does not.',
  },
  scaledUiAmount: {
    short: 'scaled amount',
    sentence: 'The displayed amount is the raw amount times a multiplier.',
  },
  permissionedBurn: {
    short: 'permissioned burn',
    sentence: 'Burning it requires the approval of one address.',
  },
  unknown: { short: 'unknown extension', sentence: 'Its mint has unknown extensions.' },
} as const;
export type MintFactName = keyof typeof MINT_FACTS;

/** Facts whose labels the rows of the token table do not show. */
export const FACTS_NOT_IN_ROWS: ReadonlySet<MintFactName> = new Set([
  'mintAuthority',
  'freezeAuthority',
  'closeAuthority',
  'defaultState',
  'permissionedBurn',
]);
