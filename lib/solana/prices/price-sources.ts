import type { SolanaAddress } from '@/lib/solana/address/address';
import { findProgramAddress } from '@/lib/solana/address/program-address';
import { WRAPPED_SOL_MINT } from '@/lib/solana/programs';

/** Where the price of a mint comes from: a feed of Pyth, or a stake pool, whose rate is multiplied by SOL's price. */
export type PriceSource = { mint: SolanaAddress; symbol: string } & (
  | { feedId: string }
  | { pool: SolanaAddress }
);

/** The price sources of a chain. The first is that of wrapped SOL. */
export type PriceSources = readonly [PriceSource & { feedId: string }, ...PriceSource[]];

/**
 * Both generations of Pyth's programs: that of 2024, and the one deployed for the upgrade of August 2026. Sources:
 * pyth-crosschain `pyth_solana_receiver_sdk/src/lib.rs` (feature `pro-compatible`) and `pyth_solana_receiver`
 * `src/address.ts`.
 */
const PYTH_PROGRAMS = [
  {
    pushOracle: 'pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT',
    receiver: 'rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ',
  },
  {
    pushOracle: 'pyt2F414BA6dPttK6RddPZUdHfapoBN24GL5wbrPCou',
    receiver: 'rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp',
  },
] as const;

/** The shard that Pyth's sponsors keep up to date. */
const SHARD = Buffer.alloc(2);

/** Returns the account of a feed in each generation, and the program that must own it. */
export const feedAccounts = (feedId: string): { feed: SolanaAddress; receiver: string }[] =>
  PYTH_PROGRAMS.map(({ pushOracle, receiver }) => ({
    feed: findProgramAddress([SHARD, Buffer.from(feedId, 'hex')], pushOracle) ?? '',
    receiver,
  }));

/**
 * The deployments of the stake pool program: the original, and two of Sanctum. Sources: sanctum-lst-list
 * `src/programs.rs`, and the program labels of Solana Explorer.
 */
export const STAKE_POOL_PROGRAMS: readonly string[] = [
  'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
  'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
  'SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn',
];

/**
 * The price sources of mainnet; two independent public sources confirm each.
 *
 * Feeds, of well-known mints only: P, Pyth's list of push feeds (pyth-crosschain `push-feeds/data/svm`), confirms id and
 * symbol; D, the spot markets of Drift (protocol-v2 `spotMarkets.ts`), and F, the pools of Flash Trade (flash-trade-sdk
 * `PoolConfig.json`), confirm mint and id. Pools: S, Sanctum's list (`sanctum-lst-list.toml`); L, DefiLlama's adapters
 * (DefiLlama-Adapters `registries/solanaStakePool.js`); G, fragmetric-contracts (`constants/common.rs`).
 */
export const MAINNET_PRICE_SOURCES: PriceSources = [
  // P, D, F
  {
    mint: WRAPPED_SOL_MINT,
    symbol: 'SOL',
    feedId: 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
  },
  // P, D, F
  {
    mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    symbol: 'USDC',
    feedId: 'eaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a',
  },
  // P, D
  {
    mint: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    symbol: 'USDT',
    feedId: '2b89b9dc8fdf9f34709a5b106b472f0f39bb6ca9ce04b0fd7f2e971688e2e53b',
  },
  // P, D, F
  {
    mint: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
    symbol: 'JUP',
    feedId: '0a0408d619e9380abad35060f9192039ed5042fa6f82301d0e48bb52be830996',
  },
  // P, D, F
  {
    mint: 'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3',
    symbol: 'PYTH',
    feedId: '0bbf28e9a841a1cc788f6a361b17ca072d0ea3098a1e5df1c3922d06719579ff',
  },
  // P, D, F
  {
    mint: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
    symbol: 'BONK',
    feedId: '72b021217ca3fe68922a19aaf990109cb9d84e9ad004b4d2025ad6f529314419',
  },
  // P, D, F
  {
    mint: 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm',
    symbol: 'WIF',
    feedId: '4ca4beeca86f0d164160323817a4e42b10010a724c2217c6ee41b54cd4cc61fc',
  },
  // P, D, F
  {
    mint: '2zMMhcVQEXDtdE6vsFS7S7D5oUodfJHE8vd1gnBouauv',
    symbol: 'PENGU',
    feedId: 'bed3097008b9b5e3c93bec20be79cb43986b85a996475589351a21e67bae9b61',
  },
  // P, D, F
  {
    mint: 'pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn',
    symbol: 'PUMP',
    feedId: '7a01fca212788bba7c5bf8c9efd576a8a722f070d2c17596ff7bb609b8d5c3b9',
  },
  // P, F
  {
    mint: '9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump',
    symbol: 'Fartcoin',
    feedId: '58cd29ef0e714c5affc44f269b2c1899a52da4169d7acc147b9da692e6953608',
  },
  // P, D
  {
    mint: '85VBFQZC9TZkfaptBWjvUw7YbZjy52A6mjtPGjstQAmQ',
    symbol: 'W',
    feedId: 'eff7446475e218517566ea99e72a4abec2e1bd8498b43b7d8331e29dcb059389',
  },
  // P, D
  {
    mint: '6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN',
    symbol: 'TRUMP',
    feedId: '879551021853eec7a7dc827578e8e69da7e4fa8148339aa0d3d5296405be4b1a',
  },
  // P, D
  {
    mint: '27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4',
    symbol: 'JLP',
    feedId: 'c811abc82b4bad1f9bd711a2773ccaa935b03ecef974236942cec5e0eb845a3a',
  },
  // P, D
  {
    mint: 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
    symbol: 'mSOL',
    feedId: 'c2289a6a43d2ce91c6f55caec370f4acc38a2ed477f58813334c6d03749ff2a4',
  },
  // P, D
  {
    mint: '5oVNBeEEQvYi1cX3ir8Dx5n1P7pdxydbGF2X4TxVusJm',
    symbol: 'INF',
    feedId: 'f51570985c642c49c2d6e50156390fdba80bb6d5f7fa389d2f012ced4f7d208f',
  },
  // S, G
  {
    mint: 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
    symbol: 'JitoSOL',
    pool: 'Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb',
  },
  // S, L
  {
    mint: 'jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v',
    symbol: 'JupSOL',
    pool: '8VpRhuxa7sUUepdY3kQiTmX9rS5vx4WgaXiAnXq4KCtr',
  },
  // S, G
  {
    mint: 'bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1',
    symbol: 'bSOL',
    pool: 'stk9ApL5HeVAwPLr3TLhDXdZS8ptVu7zp6ov8HFDuMi',
  },
  // S, G
  {
    mint: 'BNso1VUJnh4zcfpZa6986Ea66P6TCp59hvtNJ8b1X85',
    symbol: 'BNSOL',
    pool: 'Hr9pzexrBge3vgmBNRR8u42CNQgBXdHm4UkUN2DH4a7r',
  },
  // S, L
  {
    mint: 'Bybit2vBJGhPF52GBdNaQfUJ6ZpThSgHBobjWZpLPb4B',
    symbol: 'bbSOL',
    pool: '2aMLkB5p5gVvCwKkdSo5eZAL1WwhZbxezQr1wxiynRhq',
  },
  // S, L
  {
    mint: 'BonK1YhkXEGLZzwtcvRTip3gAL9nCeQD7ppZBLXhtTs',
    symbol: 'bonkSOL',
    pool: 'ArAQfbzsdotoKB5jJcZa3ajQrrPcWr2YQoDAEAiFxJAC',
  },
  // S, L
  {
    mint: 'vSoLxydx6akxyMD9XEcPvGYNGq6Nn66oqVb3UkGkei7',
    symbol: 'vSOL',
    pool: 'Fu9BYC6tWBo1KMKaP3CFoKfRhqv9akmy3DuYwnCyWiyC',
  },
  // S, L
  {
    mint: 'LAinEtNLgpmCP9Rvsf5Hn8W6EhNiKLZQti1xfWMLy6X',
    symbol: 'laineSOL',
    pool: '2qyEeSAWKfU18AFthrF7JA8z8ZCi1yt76Tqs917vwQTV',
  },
];
