import type { ReactNode } from 'react';
import { isNameWarning, isScaled } from '@/lib/dashboard/account/rows';
import { DELEGATE_ADVICE, delegatedPart, ISSUER_RISK } from '@/lib/dashboard/account/worries';
import { cleanText, formatAmount, formatBasisPoints, unitOf } from '@/lib/dashboard/format';
import { editionAddressOf } from '@/lib/solana/address/program-address';
import type { MintFacts } from '@/lib/solana/facts/fact-schemas';
import {
  DELEGATE_ROLES,
  DELEGATED,
  EDITION_ANSWERS,
  isTakeable,
  LOCKS,
  type Lock,
  MINT_FACTS,
  type MintFactName,
} from '@/lib/solana/facts/messages';
import type { ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import { MPL_CORE_PROGRAM } from '@/lib/solana/programs';
import { WARNINGS } from '@/lib/solana/warnings';
import { AccountLink } from '../account/kind/account-link';
import type { Fact } from './facts';
import { Figure } from './figure';

type Item = ExtendedNft | ExtendedToken;

type ExplainedProps = {
  value: ReactNode;
  sentence: string;
  /** Whether the sentence always starts a new line. */
  below?: boolean;
};

/** A value followed by an explanation. */
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

/** Whether an item can be moved. `issuer`: the permanent delegate, if `text` is about it. */
type Movability = { text: string; tone: 'bad' | 'caution' | ''; issuer?: string };

/** Whether an item is an NFT of which there is only one, so that amounts say nothing. */
const isOne = (item: Item) => 'isSemiFungible' in item && !item.isSemiFungible;

/** Returns a sentence about whether an item can be moved, and by whom, with the same tone as the item's labels. */
export function movability(item: Item): Movability {
  const { delegate, delegateRole, mintFacts } = item;
  const byIssuer =
    mintFacts.permanentDelegate === undefined
      ? undefined
      : ({ text: ISSUER_RISK.text, tone: 'bad', issuer: mintFacts.permanentDelegate } as const);
  // The freeze of an MPL Core asset does not bind its permanent delegates.
  if (byIssuer && item.programId === MPL_CORE_PROGRAM) return byIssuer;
  if (item.lock === null) return { text: LOCKS.unread, tone: 'caution' };
  if (isItemLocked(item))
    return isTakeable(item)
      ? { text: STATUS[item.lock].takeable, tone: item.lock === 'listed' ? 'caution' : 'bad' }
      : { text: STATUS[item.lock].held, tone: 'caution' };
  if (byIssuer) return byIssuer;
  if (delegate !== null) {
    if (delegateRole === null) {
      const { delegatedAmount, decimals, symbol } = item;
      const part = isOne(item)
        ? 'it'
        : delegatedPart(isScaled(item), delegatedAmount, decimals, cleanText(symbol));
      return { text: `Its delegate can move ${part}.`, tone: 'bad' };
    }
    return { text: DELEGATE_ROLES[delegateRole], tone: isTakeable(item) ? 'bad' : '' };
  }
  if (mintFacts.pausable?.paused)
    return { text: 'Paused: it can’t be moved until its issuer resumes it.', tone: 'caution' };
  if (mintFacts.nonTransferable !== undefined) return { text: 'It can’t be transferred.', tone: 'caution' };
  return { text: 'Only its owner can move it.', tone: '' };
}

/** Whether an item is locked, frozen or for sale, so that `Status` says who can move it. */
export const isItemLocked = (item: Item): item is Item & { lock: keyof typeof STATUS } =>
  item.lock !== null && item.lock in STATUS;

/** Sentences about a lock: `takeable` if a delegate can move the item, otherwise `held`. */
const STATUS: Record<Exclude<Lock, 'none' | 'unlocked'>, { held: string; takeable: string }> = {
  frozen: {
    held: 'Frozen: it can’t be moved until the freeze authority unfreezes it.',
    takeable: 'Frozen until the freeze authority unfreezes it. Then its delegate can move it.',
  },
  locked: {
    held: 'Locked: it can’t be moved until its delegate unlocks it. Usually it is staked: unstake it in the app where it was staked.',
    takeable: 'Locked: only its delegate can unlock and move it.',
  },
  listed: {
    held: 'Listed for sale: it can’t be moved until it is sold or the listing is canceled.',
    takeable:
      'Listed for sale: its delegate, usually a marketplace, can move it. To move it, its owner must cancel the listing there.',
  },
};

/** Whether the sentence about moving an item is followed by the item's delegate. */
const namesDelegate = (
  item: Item,
  { tone, issuer } = movability(item),
): item is Item & { delegate: string } => item.delegate !== null && tone !== '' && issuer === undefined;

/** Warnings about an item's name, and whether the item can be moved. */
export function Status({ item, chain }: { item: Item; chain: number }) {
  const misleading = item.warnings.filter(isNameWarning).map((warning) => WARNINGS[warning]);
  const moves = movability(item);
  // Good news is omitted after a warning, because it would sound reassuring.
  const isPlain = moves.tone === '' && misleading.length > 0;
  return (
    <>
      {misleading.map((text) => (
        <StatusLine key={text} text={text} tone="bad" />
      ))}
      {!isPlain && (
        <StatusLine {...moves}>
          {moves.issuer !== undefined ? (
            <>
              {' '}
              {ISSUER_RISK.advice} Permanent delegate:{' '}
              <AccountLink address={moves.issuer} chain={chain} what="permanent delegate" />
            </>
          ) : item.lock === 'frozen' && item.mintFacts.freezeAuthority ? (
            <>
              {' '}
              Freeze authority:{' '}
              <AccountLink address={item.mintFacts.freezeAuthority} chain={chain} what="freeze authority" />
            </>
          ) : namesDelegate(item, moves) ? (
            <>
              {' '}
              Delegate: <AccountLink address={item.delegate} chain={chain} what="delegate" />
              {item.lock === 'none' && <span className="block">{DELEGATE_ADVICE}</span>}
            </>
          ) : null}
        </StatusLine>
      )}
    </>
  );
}

function StatusLine({ text, tone, children }: Movability & { children?: ReactNode }) {
  const look = { bad: 'box-bad', caution: 'box-caution', '': 'text-muted' }[tone];
  return (
    <p className={`mt-3 text-sm ${look}`}>
      {text}
      {children}
    </p>
  );
}

/** Returns the facts about who else can move, lock or close an item. Omits usual values, and what `Status` says. */
export function heldFacts(item: Item, chain: number): Fact[] {
  const address = addressOn(chain);
  const { lock, delegate, delegateRole, delegatedAmount, closeAuthority, decimals } = item;
  const facts: Fact[] = lock === 'unlocked' ? [['Lock', LOCKS.unlocked]] : [];
  if (delegate !== null && !namesDelegate(item)) facts.push(['Delegate', address(delegate, 'delegate')]);
  if (delegate !== null && !isOne(item)) {
    const digits = formatAmount(delegatedAmount, decimals);
    const unit = unitOf(item.symbol, isScaled(item));
    const amount = <Figure key="" digits={digits} unit={unit} what="delegated amount" />;
    const explained = <Explained key="" value={amount} sentence={DELEGATED} />;
    facts.push(['Delegated', delegateRole === null ? explained : amount]);
  }
  if (delegateRole !== null) facts.push(['Role of the delegate', DELEGATE_ROLES[delegateRole]]);
  if (closeAuthority !== null)
    facts.push(['Can close the account', address(closeAuthority, 'close authority')]);
  return facts;
}

type Values = {
  [Name in Exclude<MintFactName, AuthorityName>]: (
    value: NonNullable<MintFacts[Name]>,
    item: Item,
    address: ReturnType<typeof addressOn>,
  ) => ReactNode;
};

/** Functions that format the value of a fact, by the fact's name. */
const VALUES: Values = {
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

function writtenValue<Name extends keyof Values>(name: Name, item: Item, chain: number): ReactNode {
  const value = item.mintFacts[name];
  return value === undefined
    ? null
    : VALUES[name](value as NonNullable<MintFacts[Name]>, item, addressOn(chain));
}

const AUTHORITIES = { mintAuthority: 'mint authority', freezeAuthority: 'freeze authority' } as const;
type AuthorityName = keyof typeof AUTHORITIES;

const isAuthority = (name: MintFactName): name is AuthorityName => name in AUTHORITIES;

type AuthorityProps = {
  name: AuthorityName;
  mint: string;
  authorities: { [Name in AuthorityName]?: string | null | undefined };
  chain: number;
  /** What the authority can do. */
  sentence?: string;
};

/** Who can mint or freeze. The mint's edition account, as for nearly all NFTs, can do less than another authority. */
export function Authority({ name, mint, authorities, chain, sentence }: AuthorityProps) {
  const address = authorities[name];
  if (address === undefined || address === null) return NO_AUTHORITY[name];
  const link = <AccountLink address={address} chain={chain} what={AUTHORITIES[name]} />;
  if (address !== editionAddressOf(mint))
    return sentence === undefined ? link : <Explained value={link} sentence={sentence} below />;
  // The answer to who can mint names the account.
  if (name === 'freezeAuthority' && authorities.mintAuthority === address) return EDITION_ANSWERS[name];
  return (
    <span className="grid justify-items-start">
      {EDITION_ANSWERS[name]}
      <span className="text-muted">Its mint authority is its edition account, which can’t mint more:</span>
      {link}
    </span>
  );
}

/** Names of the authorities of a mint on pages: what visitors ask. */
export const AUTHORITY_QUESTIONS = {
  mintAuthority: 'Who can mint',
  freezeAuthority: 'Who can freeze',
  permanentDelegate: 'Who else can move',
} as const;
/** What is the case without such an authority. */
export const NO_AUTHORITY = {
  mintAuthority: 'No one: no more can be minted',
  freezeAuthority: 'No one: it can’t be frozen',
  permanentDelegate: 'Only delegates that a holder approves',
} as const;

const factTitle = (name: MintFactName) =>
  name in AUTHORITY_QUESTIONS
    ? AUTHORITY_QUESTIONS[name as keyof typeof AUTHORITY_QUESTIONS]
    : capitalized(MINT_FACTS[name].short);

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Returns the answers to the questions about authorities that a token's mint does not have. */
export const absentAuthorities = ({ mintFacts }: ExtendedToken): Fact[] =>
  (Object.keys(NO_AUTHORITY) as (keyof typeof NO_AUTHORITY)[])
    .filter((name) => mintFacts[name] === undefined)
    .map((name) => [AUTHORITY_QUESTIONS[name], NO_AUTHORITY[name]]);

/** Returns the facts about what an item's mint allows its authorities to do. */
export function mintFactRows(item: Item, chain: number): Fact[] {
  const { mint, mintFacts } = item;
  return (Object.keys(MINT_FACTS) as MintFactName[])
    .filter((name) => mintFacts[name] !== undefined)
    .map((name) => {
      const { sentence } = MINT_FACTS[name];
      return [
        factTitle(name),
        isAuthority(name) ? (
          <Authority key="" authorities={mintFacts} {...{ name, mint, chain, sentence }} />
        ) : (
          <Explained key="" value={writtenValue(name, item, chain)} sentence={sentence} below />
        ),
      ];
    });
}
