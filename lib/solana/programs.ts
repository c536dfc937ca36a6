/** Well-known program and mint addresses. */
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const TOKEN_METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s';
export const MPL_CORE_PROGRAM = 'CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d';
export const BUBBLEGUM_PROGRAM = 'BGUMAp9Gq7iTEuizy4pqaxsTyUCBK68MDfK752saRPUY';
export const NAME_SERVICE_PROGRAM = 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX';
/** Program that stores each wallet's favorite (primary) name. */
export const NAME_OFFERS_PROGRAM = '85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29';
export const SYSTEM_PROGRAM = '11111111111111111111111111111111';
/** Address of the clock sysvar. */
export const CLOCK_ADDRESS = 'SysvarC1ock11111111111111111111111111111111';
/** The Token program's wrapped SOL mint, which is always classified as a token. */
export const WRAPPED_SOL_MINT = 'So11111111111111111111111111111111111111112';
/** Native mint of Token-2022, which is wrapped SOL too. */
export const WRAPPED_SOL_2022_MINT = '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9';

/** Whether a program is one of the two token programs. */
export const isTokenProgram = (program: string): boolean =>
  program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;

/** Whether a mint is that of wrapped SOL. */
export const isWrappedSol = (mint: string): boolean =>
  mint === WRAPPED_SOL_MINT || mint === WRAPPED_SOL_2022_MINT;

/** Chain id of the embedded sample network (contract §1). */
export const SAMPLE_CHAIN_ID = 104;
export const MAINNET_CHAIN_ID = 101;
