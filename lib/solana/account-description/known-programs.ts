import {
  BUBBLEGUM_PROGRAM,
  MPL_CORE_PROGRAM,
  NAME_SERVICE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '@/lib/solana/programs';

export const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111';
export const VOTE_PROGRAM = 'Vote111111111111111111111111111111111111111';
export const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111';
export const NATIVE_LOADER = 'NativeLoader1111111111111111111111111111111';
/** Address that owns all sysvars. */
export const SYSVAR_OWNER = 'Sysvar1111111111111111111111111111111111111';

/** Names of common programs and sysvars, as in Solana Explorer or as used by the programs' authors. */
const NAMES: ReadonlyMap<string, string> = new Map([
  [SYSTEM_PROGRAM, 'System program'],
  [TOKEN_PROGRAM, 'Token program'],
  [TOKEN_2022_PROGRAM, 'Token-2022 program'],
  [TOKEN_METADATA_PROGRAM, 'Metaplex Token Metadata'],
  [MPL_CORE_PROGRAM, 'Metaplex Core'],
  [BUBBLEGUM_PROGRAM, 'Metaplex Bubblegum'],
  [NAME_SERVICE_PROGRAM, 'SPL Name Service'],
  [STAKE_PROGRAM, 'Stake program'],
  [VOTE_PROGRAM, 'Vote program'],
  [UPGRADEABLE_LOADER, 'Upgradeable loader'],
  [NATIVE_LOADER, 'Native loader'],
  ['BPFLoader1111111111111111111111111111111111', 'BPF loader 1'],
  ['BPFLoader2111111111111111111111111111111111', 'BPF loader 2'],
  ['LoaderV411111111111111111111111111111111111', 'Loader v4'],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 'Associated Token Account program'],
  ['AddressLookupTab1e1111111111111111111111111', 'Address Lookup Table program'],
  ['ComputeBudget111111111111111111111111111111', 'Compute Budget program'],
  ['Config1111111111111111111111111111111111111', 'Config program'],
  ['Ed25519SigVerify111111111111111111111111111', 'Ed25519 signature check'],
  ['KeccakSecp256k11111111111111111111111111111', 'Secp256k1 signature check'],
  ['Feature111111111111111111111111111111111111', 'Feature program'],
  ['Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo', 'Memo program v1'],
  ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo program'],
  ['SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy', 'SPL Stake Pool'],
  ['GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw', 'SPL Governance'],
  ['cmtDvXumGCrqC1Age74AVPhSRVXJMd8PJS91L8KbNCK', 'SPL Account Compression'],
  ['SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf', 'Squads v4'],
  ['SMPLecH534NA9acpos4G6x7uf3LWbCAwZQE9e8ZekMu', 'Squads v3'],
  ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', 'Jupiter v6'],
  ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 'Orca Whirlpools'],
  ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', 'Raydium AMM v4'],
  ['CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 'Raydium CLMM'],
  ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', 'Meteora DLMM'],
  ['MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD', 'Marinade'],
  ['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', 'Serum DEX v3'],
  ['SysvarC1ock11111111111111111111111111111111', 'Clock sysvar'],
  ['SysvarRent111111111111111111111111111111111', 'Rent sysvar'],
  ['SysvarEpochSchedu1e111111111111111111111111', 'Epoch Schedule sysvar'],
  ['SysvarRecentB1ockHashes11111111111111111111', 'Recent Blockhashes sysvar'],
  ['SysvarS1otHashes111111111111111111111111111', 'Slot Hashes sysvar'],
  ['SysvarS1otHistory11111111111111111111111111', 'Slot History sysvar'],
  ['SysvarStakeHistory1111111111111111111111111', 'Stake History sysvar'],
  ['Sysvar1nstructions1111111111111111111111111', 'Instructions sysvar'],
]);

/** Returns the name of a well-known program, loader or sysvar; undefined for any other address. */
export function programName(address: string): string | undefined {
  return NAMES.get(address);
}
