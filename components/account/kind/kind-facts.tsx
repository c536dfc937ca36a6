import type { ReactNode } from 'react';
import type { FactList } from '@/components/item/facts';
import { AddressText } from '@/components/ui/address-text';
import { formatAmount, formatBasisPoints, formatCount, formatSol } from '@/lib/dashboard/format';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import type { OtherFacts } from '@/lib/solana/account-description/account-kind';
import { programName } from '@/lib/solana/account-description/known-programs';
import { AccountLink, linkFact } from './account-link';
import { type Of, textFact } from './fact';
import { stakeFacts } from './stake-facts';
import { tokenAccountFacts } from './token-facts';

/** Returns the facts about an account that is not a wallet, by kind, and then its size and owner program. */
export function kindFacts(reading: AccountDescription, chain: number): FactList {
  const { account } = reading;
  if (account.kind === 'nothing' || account.kind === 'wallet') return [];
  return [...factsOf(reading, chain), ...accountFacts(reading, chain)];
}

/** Returns the balance, size and owner program of an account. */
export function accountFacts(
  { account, owner, lamports, space }: AccountDescription,
  chain: number,
): FactList {
  if (owner === null) return [];
  return [
    // The amount of a stake account is its balance.
    account.kind !== 'stake' && ['SOL balance', `${formatSol(lamports)} SOL`],
    ['Data', `${formatCount(space)} bytes`],
    [
      'Owner program',
      <AccountLink key="" address={owner} chain={chain} what="owner program" name={programName(owner)} />,
    ],
  ];
}

function factsOf(reading: AccountDescription, chain: number): FactList {
  const { account } = reading;
  switch (account.kind) {
    case 'token-account':
      return tokenAccountFacts(account, reading, chain);
    case 'stake':
      return stakeFacts(account, reading, chain);
    case 'program':
      return programFacts(account, reading, chain);
    case 'multisig':
      return [
        ['Signatures needed', `${account.required} of ${formatCount(account.signers.length)}`],
        ...account.signers.map((signer, index) => linkFact(`Signer ${index + 1}`, signer, chain)),
      ];
    case 'other':
      return otherFacts(account.facts ?? {}, chain);
    default:
      return [];
  }
}

/** Titles of the addresses of other accounts that have pages. */
const OTHER_LINKS = [
  ['mint', 'Mint'],
  ['updateAuthority', 'Who can change it'],
  ['validator', 'Validator identity'],
  ['withdrawer', 'Who can withdraw'],
  ['nonceAuthority', 'Who can use it'],
] as const;

/** Returns the facts about an account of another kind. */
function otherFacts(
  { itemName = '', symbol = '', commission, nonce, ...links }: OtherFacts,
  chain: number,
): FactList {
  return [
    textFact('Name', itemName),
    textFact('Symbol', symbol),
    commission !== undefined && ['Commission', `${formatBasisPoints(commission)} of its stakers’ rewards`],
    nonce !== undefined && ['Current value', <AddressText key="" address={nonce} what="value" full />],
    ...OTHER_LINKS.map(([name, title]) => {
      const address = links[name];
      return address !== undefined && linkFact(title, address, chain);
    }),
  ];
}

/** Returns the facts about a program: who can upgrade it, code account and last deployment. */
function programFacts({ programData }: Of<'program'>, reading: AccountDescription, chain: number): FactList {
  if (programData === null) return [[WHO_CAN_UPGRADE, 'No one: its loader does not replace code']];
  const code = reading.programData;
  return [
    [WHO_CAN_UPGRADE, upgradeAuthority(code, chain)],
    linkFact('Program data account', programData, chain, 'program data account'),
    code ? ['Last deployed', `In slot ${formatAmount(code.slot, 0)}`] : undefined,
  ];
}

const WHO_CAN_UPGRADE = 'Who can upgrade it';

function upgradeAuthority(code: AccountDescription['programData'], chain: number): ReactNode {
  if (code === undefined) return 'Couldn’t be read';
  if (code === null) return 'The program was closed';
  if (code.upgradeAuthority === null) return 'No one: its code is final';
  return <AccountLink address={code.upgradeAuthority} chain={chain} what="upgrade authority" />;
}
