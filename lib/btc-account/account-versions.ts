/** Address of the ERC-4337 entry point 0.6, the same for both versions and on every chain. */
export const ENTRY_POINT_ADDRESS = '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789';

/** Contracts that determine an account's address, by version. `implementation` is at CREATE(factory, nonce 1). */
export const ACCOUNT_VERSIONS = {
  '1.0.0': {
    factoryAddress: '0xcf52D4cDb490e47b835E9EA04BAABcA35f40F60e',
    implementation: '0x4657aaf2b4f3998367FB6386496cf6d5eeA24c47',
  },
  '2.0.0': {
    factoryAddress: '0x8d19cf619Dfe7ea25a130a0b4201452a6ddE134F',
    implementation: '0xFd0F83C2472FFB1b05398267D970B77a945A1b57',
  },
} as const;

export type AccountVersion = keyof typeof ACCOUNT_VERSIONS;

/** Names of the account versions, oldest first. */
export const ACCOUNT_VERSION_NAMES = Object.keys(ACCOUNT_VERSIONS) as [AccountVersion, ...AccountVersion[]];

/** The newest version, which the dashboard uses by default. */
export const DEFAULT_ACCOUNT_VERSION = '2.0.0' satisfies AccountVersion as AccountVersion;

/** Selector of the factories' `createAccount(address,uint256)`. */
export const CREATE_ACCOUNT_SELECTOR = '5fbfb9cf';

/** Selector of `initialize(address)`, which the proxy calls on its implementation. */
export const INITIALIZE_SELECTOR = 'c4d66de8';
