import { delegationMessage, kindMessages } from '@/lib/dashboard/account/kind-messages';
import { cleanText, formatAmount, formatSol, shorten } from '@/lib/dashboard/format';
import { ogText, ogTitle } from '@/lib/dashboard/share-image-text';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import { programName } from '@/lib/solana/account-description/known-programs';

type Fact = { name: string; value: string };

/** Texts of the share image of an account that is not a plain wallet. */
export type AccountSummary = {
  /** Kind of account, such as “Token mint”. */
  kind: string;
  /** Name of the token or program; undefined for an unnamed account. */
  name: string | undefined;
  facts: Fact[];
};

/** Returns the text of an account's share image; undefined for a plain wallet. */
export function accountSummary(reading: AccountDescription, chain: number): AccountSummary | undefined {
  const words = kindMessages(reading, false, chain);
  if (words === undefined) return undefined;
  return { kind: words.title, name: nameOf(reading), facts: factsOf(reading) };
}

function nameOf({ account, token, address }: AccountDescription): string | undefined {
  const text = account.kind === 'mint' ? token?.name || token?.symbol : programName(address);
  return ogTitle(cleanText(text ?? '')) || undefined;
}

function factsOf(reading: AccountDescription): Fact[] {
  const { account, token, lamports } = reading;
  const balance = { name: 'Balance', value: `${formatSol(lamports)} SOL` };
  const beware = token?.warnings.length ? [{ name: 'Beware', value: 'Its name may mislead' }] : [];
  switch (account.kind) {
    case 'nothing':
      return [];
    case 'mint':
      return [
        { name: 'Supply', value: amountOf(account.mint.supply, account.mint.decimals) },
        ...(token?.symbol ? [{ name: 'Symbol', value: ogText(cleanText(token.symbol), 12) }] : []),
        ...beware,
      ];
    case 'token-account':
      return [
        ...(token ? [{ name: 'Amount', value: amountOf(account.account.amount, token.decimals) }] : []),
        ...(token?.symbol ? [{ name: 'Token', value: ogText(cleanText(token.symbol), 12) }] : []),
        ...(account.account.state === 'frozen' ? [{ name: 'State', value: 'Frozen' }] : []),
        ...beware,
      ];
    case 'stake':
      return [balance, ...stateOf(reading)];
    default:
      return [balance];
  }
}

const amountOf = (raw: bigint, decimals: number) => shorten(formatAmount(raw, decimals), 12, 8);

function stateOf({ account, epoch }: AccountDescription): Fact[] {
  if (account.kind !== 'stake' || !('delegation' in account.stake)) return [];
  const { delegation } = account.stake;
  const words = delegation === null ? 'Not delegated' : delegationMessage(delegation, epoch);
  // Only the part before the first colon or semicolon: the whole message does not fit into the image.
  return [{ name: 'State', value: words.split(/[:;]/)[0] ?? words }];
}
