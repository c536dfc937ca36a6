import { listExtensions } from '@/lib/solana/accounts/token-extensions';

/** Names of the Token-2022 extensions (`ExtensionType`), indexed by number. */
const NAMES: readonly string[] = [
  'Uninitialized',
  'Transfer fee',
  'Transfer fee amount',
  'Mint close authority',
  'Confidential transfers',
  'Confidential transfer account',
  'Default account state',
  'Immutable owner',
  'Required memo on transfer',
  'Non-transferable',
  'Interest-bearing',
  'CPI guard',
  'Permanent delegate',
  'Non-transferable account',
  'Transfer hook',
  'Transfer hook account',
  'Confidential transfer fee',
  'Confidential transfer fee amount',
  'Metadata pointer',
  'Token metadata',
  'Group pointer',
  'Token group',
  'Group member pointer',
  'Token group member',
  'Confidential mint and burn',
  'Scaled UI amount',
  'Pausable',
  'Pausable account',
  'Permissioned burn',
];

/**
 * Returns the distinct names of a Token-2022 mint's or account's extensions, in order. Unknown extensions are named by
 * their number.
 */
export function extensionNames(bytes: Uint8Array): string[] {
  const types = new Set(listExtensions(bytes).map(({ type }) => type));
  return [...types].map((type) => NAMES[type] ?? `Extension ${type}`);
}
