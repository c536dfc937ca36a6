/** The token record of a programmable NFT (mpl-token-metadata `TokenRecord`). */
export type TokenRecord = {
  /** Null if the state is unknown. */
  state: TokenState | null;
  /** Role of the delegate; null if there is none. */
  delegateRole: DelegateRole | null;
};

const TOKEN_RECORD = 11;
/** Names of `TokenState`, indexed by number. */
export const TOKEN_STATES = ['unlocked', 'locked', 'listed'] as const;
export type TokenState = (typeof TOKEN_STATES)[number];
export const DELEGATE_ROLE_NAMES = [
  'sale',
  'transfer',
  'utility',
  'staking',
  'standard',
  'locked-transfer',
  'migration',
] as const;
export type DelegateRole = (typeof DELEGATE_ROLE_NAMES)[number];

/**
 * Decodes a token record of the Token Metadata program: key u8, bump u8, state u8, rule set revision `Option<u64>`,
 * delegate `Option<Pubkey>`, delegate role `Option<u8>`, locked transfer `Option<Pubkey>`. A record that is truncated
 * after its state has no role.
 * @returns undefined if the account is not a token record
 */
export function decodeTokenRecord(bytes: Uint8Array): TokenRecord | undefined {
  if (bytes.length < 3 || bytes[0] !== TOKEN_RECORD) return undefined;
  const revision = 3;
  const delegate = revision + (bytes[revision] === 1 ? 9 : 1);
  const role = delegate + (bytes[delegate] === 1 ? 33 : 1);
  const roleNumber = bytes[role] === 1 ? bytes[role + 1] : undefined;
  return {
    state: TOKEN_STATES[bytes[2] ?? -1] ?? null,
    delegateRole: roleNumber === undefined ? null : (DELEGATE_ROLE_NAMES[roleNumber] ?? null),
  };
}
