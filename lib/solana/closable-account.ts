import type { OwnedTokenAccount } from './assemble-holdings';

/** The empty token accounts that an owner can close, and the lamports that closing all of them returns. */
export type ClosableAccounts = { count: number; lamports: bigint };

/**
 * Whether the owner can close an account: the balance is zero, there are no withheld fees, a confidential balance is
 * impossible, and no other address is the close authority.
 */
export const isClosable = ({ account, facts }: OwnedTokenAccount): boolean =>
  account.amount === 0n &&
  (account.closeAuthority ?? account.owner) === account.owner &&
  facts?.withheldFee === undefined &&
  facts?.confidential === undefined;
