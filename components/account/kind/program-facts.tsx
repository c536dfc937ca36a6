import type { ReactNode } from 'react';
import type { Fact } from '@/components/item/facts';
import { formatAmount } from '@/lib/dashboard/format';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import { programName } from '@/lib/solana/account-description/known-programs';
import { AccountLink } from './account-link';
import { linkOr, type Of, textFact } from './fact';

/** Returns the facts about a program: name, upgradeability, code account and last deployment. */
export function programFacts(
  { programData }: Of<'program'>,
  reading: AccountDescription,
  chain: number,
): Fact[] {
  const facts = textFact('Name', programName(reading.address) ?? '');
  if (programData === null) return [...facts, ['Upgradeable', 'No, its loader does not replace code']];
  const code = reading.programData;
  return [
    ...facts,
    ['Upgradeable', upgradeable(code, chain)],
    ['Code account', <AccountLink key="" address={programData} chain={chain} what="programdata address" />],
    ...(code ? [['Last deployed', `In slot ${formatAmount(code.slot, 0)}`] as Fact] : []),
  ];
}

function upgradeable(code: AccountDescription['programData'], chain: number): ReactNode {
  if (code === undefined) return 'Couldn’t be read';
  if (code === null) return 'The program was closed';
  if (code.upgradeAuthority === null) return 'No, its code can’t be replaced';
  return (
    <span className="min-w-0">
      Yes, by <AccountLink address={code.upgradeAuthority} chain={chain} what="upgrade authority" />
    </span>
  );
}

/** Returns the facts about a program's code account: upgrade authority and last deployment. */
export function codeFacts(
  { programData: { slot, upgradeAuthority } }: Of<'program-data'>,
  chain: number,
): Fact[] {
  return [
    ['Upgrade authority', linkOr(upgradeAuthority, chain, 'upgrade authority', 'None, it can’t be replaced')],
    ['Last deployed', `In slot ${formatAmount(slot, 0)}`],
  ];
}
