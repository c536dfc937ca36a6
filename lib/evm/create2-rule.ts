/**
 * Chains of the ZK Stack, by id. They derive contract addresses by another rule than `CREATE2` of Ethereum
 * (https://docs.zksync.io, "Differences from Ethereum"), so the account of a key has another address there. Source:
 * viem's chain list, which does not confirm 240, 280 and 4457845.
 */
const ZK_STACK_CHAINS: ReadonlySet<number> = new Set([
  // ZKsync Era, its test networks and local nodes.
  324, 300, 280, 260, 270, 272,
  // Abstract, BattleChain, Cronos zkEVM, Lens, PlayFi, Sophon, Treasure, ZERO, and their test networks.
  2741, 11124, 626, 627, 388, 240, 282, 232, 37111, 1612127, 50104, 531050104, 61166, 978658, 543210, 4457845,
]);

/** Whether a chain has another rule for `CREATE2` addresses, so that no account can be derived for it. */
export const hasOtherCreate2Rule = (chainId: number): boolean => ZK_STACK_CHAINS.has(chainId);
