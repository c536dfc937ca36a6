/** An account on one chain, with the contracts it depends on. Addresses in EIP-55 form. */
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

/** Why a field is unknown. The API describes each in `ExtendedSmartAccount.reasons`. */
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

/** The fields of an account's state that may be unknown. */
export type UnsureField =
  | 'isDeployed'
  | 'factory'
  | 'entryPoint'
  | 'factoryAgrees'
  | 'balance'
  | 'currentOwner';

/** On-chain facts about an account; nothing is guessed. */
export type AccountState = {
  /** Code that is neither empty nor an EIP-7702 delegation. */
  isDeployed: boolean;
  factory: Presence;
  entryPoint: Presence;
  /** Whether the factory's `getAddress(owner, index)` returns this account; null if it could not be called. */
  factoryAgrees: boolean | null;
  /** Wei, as a decimal string; null when unknown. */
  balance: string | null;
  /** Result of `owner()` of a deployed account, in EIP-55 form; null if not deployed or unknown. */
  currentOwner: string | null;
  /** Reasons, by unknown field. */
  reasons: Partial<Record<UnsureField, UnknownReason>>;
};
