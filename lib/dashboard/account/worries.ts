import { WARNINGS } from '@/lib/solana/warnings';
import { formatAmount } from '../format';
import { isNameWarning, type NftRow, type RowLock, type TokenRow } from './rows';
import { nftLabel, tokenLabel } from './unread-data';

/** A risk of one item: what it is, who can act, and what the owner can do. */
export type Worry = {
  /** Address of the item. */
  address: string;
  mint: string;
  title: string;
  /** Whether the item is a token that is not in the token list, which lists hide by default. */
  isUnverified: boolean;
  tone: 'bad' | 'caution';
  text: string;
  /** Who can act, such as “Delegate”, and its address. */
  who?: { role: string; address: string };
  /** The well-known token that the item imitates. */
  imitates?: { symbol: string; mint: string };
  advice: string;
};

/** The most serious risks, and the number of all. */
export type Worries = { first: Worry[]; count: number };

/** Maximum number of risks that the panel lists. */
const MAX_LISTED = 20;

type Finding = Omit<Worry, 'address' | 'mint' | 'title' | 'isUnverified'>;

/** Returns the risks of the items of a list: what others can do first, then imitations, then what cannot be moved. */
export function worriesOf(rows: readonly (TokenRow | NftRow)[]): Worries {
  const severity = ({ tone, imitates }: Worry) => (tone === 'caution' ? 2 : imitates ? 1 : 0);
  const found = rows.flatMap(worryOf).sort((a, b) => severity(a) - severity(b));
  return { first: found.slice(0, MAX_LISTED), count: found.length };
}

function worryOf(row: TokenRow | NftRow): Worry[] {
  const isToken = 'decimals' in row;
  const worst =
    (isToken ? imitation(row) : undefined) ??
    issuerRisk(row) ??
    delegateRisk(row) ??
    nameRisk(row) ??
    lockRisk(row);
  const title = isToken ? tokenLabel(row) : nftLabel(row);
  return worst === undefined
    ? []
    : [
        {
          address: row.address,
          mint: row.mint,
          title,
          isUnverified: isToken && row.unverified === true,
          ...worst,
        },
      ];
}

/** What to do about a token that imitates another. */
export const imitationAdvice = (symbol: string) => `Don’t accept or trade it as ${symbol}.`;

const imitation = ({ looksLike }: TokenRow): Finding | undefined =>
  looksLike && {
    tone: 'bad',
    text: `Not ${looksLike.symbol}.`,
    imitates: looksLike,
    advice: imitationAdvice(looksLike.symbol),
  };

/** What the permanent delegate of a mint can do, and what follows for the owner. */
export const ISSUER_RISK = {
  text: 'One address can move or burn it at any time.',
  advice: 'This can’t be revoked.',
};

const issuerRisk = ({ permanentDelegate }: TokenRow | NftRow): Finding | undefined =>
  permanentDelegate === undefined
    ? undefined
    : {
        ...ISSUER_RISK,
        tone: 'bad',
        who: { role: 'Permanent delegate', address: permanentDelegate },
      };

/** What an owner can do about a delegate. */
export const DELEGATE_ADVICE = 'Revoke the delegate in the wallet or in the app that asked for it.';

/**
 * Returns how much of a token its delegate can move. The approved amount of a mint that scales amounts is not scaled, so
 * it is not stated.
 */
export const delegatedPart = (isScaled: boolean, amount: string, decimals: number, symbol: string): string =>
  isScaled ? 'an approved amount' : `up to ${formatAmount(amount, decimals)} ${symbol}`.trim();

function delegateRisk(row: TokenRow | NftRow): Finding | undefined {
  const isToken = 'decimals' in row;
  if (row.delegate === undefined || !(isToken || row.takeable)) return undefined;
  const part = isToken
    ? delegatedPart(row.shown !== undefined, row.delegatedAmount ?? row.amount, row.decimals, row.symbol)
    : 'or burn it';
  return {
    tone: 'bad',
    text: `Its delegate can move ${part}.`,
    who: { role: 'Delegate', address: row.delegate },
    advice: DELEGATE_ADVICE,
  };
}

function nameRisk({ warnings = [] }: TokenRow | NftRow): Finding | undefined {
  const warning = warnings.find(isNameWarning);
  if (warning === undefined) return undefined;
  const advice = warning === 'link-in-name' ? 'Don’t open the link.' : 'Compare its mint address instead.';
  return { tone: 'bad', text: WARNINGS[warning], advice };
}

/** What a lock means, who can lift it, and what the owner can do. */
const LOCK_RISKS: Record<Exclude<RowLock, 'unlocked'>, { text: string; by?: string; advice: string }> = {
  frozen: {
    text: 'It is frozen and can’t be moved.',
    by: 'Freeze authority',
    advice: 'Only the freeze authority can unfreeze it.',
  },
  locked: {
    text: 'It is locked and can’t be moved.',
    by: 'Delegate',
    advice: 'Only its delegate can unlock it.',
  },
  listed: { text: 'It is listed for sale.', by: 'Delegate', advice: 'Cancel the listing to move it.' },
  unread: {
    text: 'It may be frozen: its state could not be read.',
    advice: 'Reload to check again.',
  },
};

function lockRisk(row: TokenRow | NftRow): Finding | undefined {
  const { lock, delegate, freezeAuthority } = row;
  if (lock !== undefined && lock !== 'unlocked') {
    const { by: role, ...risk } = LOCK_RISKS[lock];
    const address = lock === 'frozen' ? freezeAuthority : delegate;
    return { ...risk, tone: 'caution', ...(role && address ? { who: { role, address } } : {}) };
  }
  return row.facts?.includes('nonTransferable')
    ? { tone: 'caution', text: 'It can’t be transferred.', advice: 'This can’t be changed.' }
    : undefined;
}
