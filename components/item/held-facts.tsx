import type { ReactNode } from 'react';
import { cleanText, formatAmount, formatBasisPoints } from '@/lib/dashboard/format';
import { editionAddressOf } from '@/lib/solana/address/program-address';
import type { MintFacts } from '@/lib/solana/facts/fact-schemas';
import {
  DELEGATE_ROLES,
  EDITION_AUTHORITY,
  LOCKS,
  type Lock,
  MINT_FACTS,
  type MintFactName,
  PROGRAMMABLE_FREEZE,
} from '@/lib/solana/facts/messages';
import type { ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import { AccountLink } from '../account/kind/account-link';
import { Facts, Section } from './facts';
import { Figure } from './figure';

type Item = ExtendedNft | ExtendedToken;
type Fact = [name: string, value: ReactNode];

const LOCK_WORDS: Record<Lock | 'unread', string> = {
  none: 'None',
  frozen: 'Frozen',
  unlocked: 'Unlocked',
  locked: 'Locked',
  listed: 'Listed',
  unread: 'Not known',
};

type ExplainedProps = {
  value: ReactNode;
  sentence: string;
  /** The sentence has a line of its own, however short the value is. */
  below?: boolean;
};

/** A value, and a sentence about it. */
export function Explained({ value, sentence, below = false }: ExplainedProps) {
  return (
    <span className={below ? 'grid justify-items-start' : 'flex flex-wrap items-center gap-x-2'}>
      <span>{value}</span>
      <span className="text-muted">{sentence}</span>
    </span>
  );
}

const addressOn = (chain: number) => (of: string, what: string) => (
  <AccountLink address={of} chain={chain} what={what} />
);

/** Whether an item is locked, and who else may move it or close its account. */
export function heldFacts(item: Item, chain: number): Fact[] {
  const address = addressOn(chain);
  const { lock, delegate, delegateRole, delegatedAmount, closeAuthority, decimals } = item;
  const known = lock ?? 'unread';
  const facts: Fact[] = [
    ['Lock', <Explained key="" value={LOCK_WORDS[known]} sentence={LOCKS[known]} />],
    ['Delegate', delegate === null ? 'None' : address(delegate, 'delegate')],
  ];
  if (delegate !== null) {
    const digits = formatAmount(delegatedAmount, decimals);
    // As the amount that is held: of an NFT there is one.
    const isOne = 'isSemiFungible' in item && !item.isSemiFungible;
    const amount = isOne ? digits : <Figure key="" digits={digits} what="delegated amount" />;
    const explained = (
      <Explained
        key=""
        value={amount}
        sentence="The delegate may move up to this amount without asking the owner."
      />
    );
    facts.push(['Delegated', delegateRole === null ? explained : amount]);
  }
  if (delegateRole !== null) facts.push(['Role of the delegate', DELEGATE_ROLES[delegateRole]]);
  if (closeAuthority !== null)
    facts.push(['Can close the account', address(closeAuthority, 'close authority')]);
  return facts;
}

type Values = {
  [Name in MintFactName]: (
    value: NonNullable<MintFacts[Name]>,
    item: Item,
    address: ReturnType<typeof addressOn>,
  ) => ReactNode;
};

/** How the value of each fact is written. */
const VALUES: Values = {
  mintAuthority: (of, _, address) => address(of, 'mint authority'),
  freezeAuthority: (of, _, address) => address(of, 'freeze authority'),
  closeAuthority: (of, _, address) => address(of, 'close authority of the mint'),
  permanentDelegate: (of, _, address) => address(of, 'permanent delegate'),
  transferFee: ({ basisPoints, maximum }, { decimals, symbol }) =>
    `${formatBasisPoints(basisPoints)}, at most ${formatAmount(maximum, decimals)} ${cleanText(symbol)}`.trim(),
  transferHook: (of, _, address) => address(of, 'transfer hook'),
  nonTransferable: () => 'Yes',
  pausable: ({ paused }) => (paused ? 'Paused now' : 'Not paused now'),
  defaultState: (state) => state,
  confidential: () => 'Yes',
  interestBearing: ({ rate }) => `${rate < 0 ? '−' : ''}${formatBasisPoints(Math.abs(rate))} a year`,
  scaledUiAmount: ({ multiplier }) => `× ${multiplier}`,
  permissionedBurn: (of, _, address) => address(of, 'authority of burning'),
  unknown: (numbers) => numbers.join(', '),
};

function writtenValue<Name extends MintFactName>(name: Name, item: Item, chain: number): ReactNode {
  const value = item.mintFacts[name];
  return value === undefined
    ? null
    : VALUES[name](value as NonNullable<MintFacts[Name]>, item, addressOn(chain));
}

/** What a fact means; an authority that is the mint's own edition can do less than another. */
function sentenceOf(name: MintFactName, { mint, mintFacts, tokenStandard }: Item): string {
  const isEdition =
    (name === 'mintAuthority' || name === 'freezeAuthority') && mintFacts[name] === editionAddressOf(mint);
  if (!isEdition) return MINT_FACTS[name].sentence;
  const isProgrammable = tokenStandard === 4 || tokenStandard === 5;
  return name === 'freezeAuthority' && isProgrammable ? PROGRAMMABLE_FREEZE : EDITION_AUTHORITY[name];
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What an item's mint can do to those who hold it. */
export function MintSection({ item, chain }: { item: Item; chain: number }) {
  const names = (Object.keys(MINT_FACTS) as MintFactName[]).filter(
    (name) => item.mintFacts[name] !== undefined,
  );
  if (names.length === 0) return null;
  return (
    <Section title="What its mint can do">
      <Facts
        facts={names.map((name) => [
          capitalized(MINT_FACTS[name].short),
          <Explained
            key=""
            value={writtenValue(name, item, chain)}
            sentence={sentenceOf(name, item)}
            below
          />,
        ])}
      />
    </Section>
  );
}
