import type { SolanaAddress } from '@/lib/solana/address/address';
import type { Item, KnownMint, OwnedTokenAccount } from '@/lib/solana/assemble-holdings';

/** A condition on an item and its mint, if it has one. */
export type MatchesItem = (item: Item, known: KnownMint | undefined) => boolean;

/** Checks whether `a` comes before `b`: it holds more, or the same amount at a smaller address. */
function precedes(a: OwnedTokenAccount, b: OwnedTokenAccount): boolean {
  if (a.account.amount !== b.account.amount) return a.account.amount > b.account.amount;
  return a.address < b.address;
}

/**
 * Keeps one account per mint: the one that holds most, with the total amount of all. This way an asset is listed once,
 * however many accounts hold it.
 */
export function onePerMint(accounts: readonly OwnedTokenAccount[]): OwnedTokenAccount[] {
  const most = new Map<SolanaAddress, OwnedTokenAccount>();
  const amounts = new Map<SolanaAddress, bigint>();
  for (const each of accounts) {
    const { mint, amount } = each.account;
    const other = most.get(mint);
    if (other === undefined || precedes(each, other)) most.set(mint, each);
    amounts.set(mint, (amounts.get(mint) ?? 0n) + amount);
  }
  return [...most.values()].map((each) => {
    const amount = amounts.get(each.account.mint) ?? each.account.amount;
    return amount === each.account.amount ? each : { ...each, account: { ...each.account, amount } };
  });
}
