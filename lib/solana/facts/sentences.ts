import type { DelegateRole, TokenState } from '@/lib/solana/accounts/token-record';

/**
 * What locks, delegates and mints' facts mean, for people: one sentence a word, in closed lists. A word without its
 * sentence does not pass the type check.
 */

/** What keeps an item in its account: by the token record where there is one, else by the account's state. */
export type Lock = 'none' | 'frozen' | TokenState;

/** The sentence of each `lock`; `unread` is that of null. */
export const LOCKS = {
  none: 'Nothing holds it where it is.',
  frozen: 'It stays where it is until the freeze authority thaws it.',
  unlocked: 'Its token record says that it is not locked.',
  locked: 'Its token record says that it is locked: it stays where it is until its delegate unlocks it.',
  listed: 'Its token record says that it is listed for sale.',
  unread: 'Its token account is frozen; whether it is locked could not be read this time.',
} as const satisfies Record<Lock | 'unread', string>;

/** What a delegate of each `delegateRole` may do with a programmable NFT. */
export const DELEGATE_ROLES: Record<DelegateRole, string> = {
  sale: 'The delegate may sell it: its owner cannot move it before that, or before the delegate is revoked.',
  transfer: 'The delegate may move it.',
  utility: 'The delegate may lock it and burn it.',
  staking: 'The delegate may lock it.',
  standard: 'The delegate may move, lock and burn it.',
  'locked-transfer': 'The delegate may lock it, and move it to one address that was fixed before.',
  migration: 'The delegate of a migration may move, lock and burn it.',
};

/** What authorities mean that are the mint's own edition of Token Metadata, as those of nearly all NFTs are. */
export const EDITION_AUTHORITY = {
  mintAuthority: 'Its mint authority is its edition account of Token Metadata: no more of it can be minted.',
  freezeAuthority:
    'Its freeze authority is its edition account of Token Metadata: a token account is frozen only for a delegate that its owner chose.',
} as const;

/** The same of a programmable NFT (token standards 4 and 5). */
export const PROGRAMMABLE_FREEZE =
  'Its freeze authority is its edition account of Token Metadata, which keeps every account of a programmable NFT frozen: it moves through that program alone.';

/** A fact of a mint: its short form, its sentence, and whether a row of the token list names it. */
export type FactWords = { short: string; sentence: string; inRows: boolean };

/** Each key of `mintFacts`. */
export const MINT_FACTS = {
  mintAuthority: { short: 'mint authority', sentence: 'More of it can be minted.', inRows: false },
  freezeAuthority: { short: 'freeze authority', sentence: 'Accounts of it can be frozen.', inRows: false },
  closeAuthority: {
    short: 'close authority',
    sentence: 'Its mint can be closed once none of it is left.',
    inRows: false,
  },
  permanentDelegate: {
    short: 'permanent delegate',
    sentence: 'One address can move or burn it in any account, at any time.',
    inRows: true,
  },
  transferFee: { short: 'transfer fee', sentence: 'Part of each transfer is kept as a fee.', inRows: true },
  transferHook: {
    short: 'transfer hook',
    sentence: 'A program is called with each transfer, and may refuse it.',
    inRows: true,
  },
  nonTransferable: { short: 'non-transferable', sentence: 'It cannot be moved to others.', inRows: true },
  pausable: {
    short: 'pausable',
    sentence: 'All transfers, minting and burning of it can be paused.',
    inRows: true,
  },
  defaultState: {
    short: 'default state',
    sentence: 'New accounts of it begin in this state.',
    inRows: false,
  },
  confidential: {
    short: 'confidential',
    sentence: 'Amounts of it can be held and moved in secret; the amount here is the public one.',
    inRows: true,
  },
  interestBearing: {
    short: 'interest',
    sentence: 'The amount that is shown grows at a rate; the raw amount does not.',
    inRows: true,
  },
  scaledUiAmount: {
    short: 'scaled',
    sentence: 'The amount that is shown is the raw one multiplied by a factor.',
    inRows: true,
  },
  permissionedBurn: {
    short: 'permissioned burn',
    sentence: 'It can be burned only with the consent of one address.',
    inRows: false,
  },
  unknown: {
    short: 'unknown extension',
    sentence: 'Its mint has extensions that are not known here.',
    inRows: true,
  },
} as const satisfies Record<string, FactWords>;
export type MintFactName = keyof typeof MINT_FACTS;
