import type { SolanaAddress } from '@/lib/solana/address/address';
import type { KnownMint, OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import type { Item } from '@/lib/solana/holdings';

/** Checks whether an item matches. `known` is the item's mint; undefined if the item has no mint. */
export type MatchesItem = (item: Item, known: KnownMint | undefined) => boolean;

/** Checks whether `a` comes before `b`: it holds more, or the same amount at a smaller address. */
function precedes(a: OwnedTokenAccount, b: OwnedTokenAccount): boolean {
  if (a.account.amount !== b.account.amount) return a.account.amount > b.account.amount;
  return a.address < b.address;
}

/**
 * Merges the accounts of each mint, so that every asset is listed once. Keeps the account with the largest amount, and
 * replaces its amount with the total.
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
