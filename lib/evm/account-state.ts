/** The parts that identify an account. Addresses are in EIP-55 form. */
export type AccountPlace = {
  owner: string;
  index: number;
  factoryAddress: string;
  entryPointAddress: string;
  smartAccountAddress: string;
};

/** Whether there is contract code at an address. */
export const PRESENCES = ['present', 'absent', 'unknown'] as const;
export type Presence = (typeof PRESENCES)[number];

/** Reasons why a field is unknown. The API describes each of them in `ExtendedSmartAccount.reasons`. */
export const UNKNOWN_REASONS = [
  'no-endpoint',
  'no-answer',
  'refused',
  'malformed',
  'reverted',
  'not-an-address',
  'no-factory',
] as const;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

/** On-chain facts about an account. Facts that the chain did not return are unknown, never guessed. */
export type AccountState = {
  /** Whether the account has code that is not an EIP-7702 delegation. */
  isDeployed: boolean;
  factory: Presence;
  entryPoint: Presence;
  /**
   * Whether the factory's `getAddress(owner, index)` returns this account; null if `getAddress` could not be called.
   */
  factoryAgrees: boolean | null;
  /** Balance in wei, as a decimal string; null if it is unknown. */
  balance: string | null;
  /**
   * Result of `owner()` if the account is deployed, in EIP-55 form; null if it is not deployed or the owner is unknown.
   */
  currentOwner: string | null;
  /** Reasons why fields are unknown, by field. */
  reasons: Partial<Record<Exclude<keyof AccountState, 'reasons'>, UnknownReason>>;
};
