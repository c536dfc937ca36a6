import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import type { AccountKind } from '@/lib/solana/account-description/account-kind';
import { activationOf, type Delegation } from '@/lib/solana/account-description/stake-account';

/** Texts that describe an account that is not a plain wallet. */
export type KindMessages = {
  /** Account type, as a heading. */
  title: string;
  /** Explanation for a visitor who expects holdings. */
  text: string;
  /** Account type, as used within a sentence. */
  noun: string;
};

const OFF_CURVE = 'no private key exists for it, and only a program can act for it.';

const WORDS: Record<Exclude<AccountKind['kind'], 'nothing' | 'wallet' | 'other'>, KindMessages> = {
  mint: {
    title: 'Token mint',
    text: 'A mint defines a token. Wallets hold the token, in their own token accounts; the mint itself holds none.',
    noun: 'mint',
  },
  'token-account': {
    title: 'Token account',
    text: 'Holds an amount of one token for its owner. It is listed on the owner’s page.',
    noun: 'token account',
  },
  program: { title: 'Program', text: 'Code that runs on the chain.', noun: 'program' },
  stake: {
    title: 'Stake account',
    text: 'Holds SOL that can be delegated to a validator.',
    noun: 'stake account',
  },
};

/**
 * Describes an account; returns undefined for a plain wallet.
 * @param isBare whether the account holds no SOL and nothing that is listed
 */
export function kindMessages(
  { account, offCurve, token }: AccountDescription,
  isBare: boolean,
): KindMessages | undefined {
  switch (account.kind) {
    case 'wallet':
      return offCurve
        ? { title: 'Program address', text: `It is off the curve: ${OFF_CURVE}`, noun: 'address' }
        : undefined;
    case 'nothing':
      return {
        title: 'No account exists here',
        text: `${
          isBare
            ? 'This address holds nothing on this chain that Satchel lists.'
            : 'This address has no SOL on this chain.'
        } ${
          offCurve
            ? 'No private key exists for it (it is off the curve): it is the address of a program’s account, or mistyped.'
            : 'It may be a new wallet that has received nothing yet.'
        } Check every character, or try another network.`,
        noun: 'address',
      };
    case 'mint':
      return account.mint.supply === 1n && token?.decimals === 0
        ? { ...WORDS.mint, title: 'Mint of a single token' }
        : WORDS.mint;
    case 'other':
      return {
        title: account.name,
        text: 'This is not a wallet, and its details are not shown here.',
        noun: 'account',
      };
    default:
      return WORDS[account.kind];
  }
}

/**
 * Returns the title and the text, which can be empty, to show instead of an empty list; undefined for a plain wallet or
 * an account that was not read.
 */
export function emptyListMessage(
  reading: AccountDescription | undefined,
): { title: string; says: string } | undefined {
  const words = reading && kindMessages(reading, true);
  if (reading === undefined || words === undefined) return undefined;
  if (reading.account.kind === 'nothing')
    // The card above the list explains it.
    return { title: 'Nothing is listed for this address', says: '' };
  if (reading.account.kind === 'token-account')
    return {
      title: 'No other tokens',
      says: 'Its own amount is shown above and on the owner’s page. It owns no token accounts.',
    };
  return {
    title: `This ${words.noun} holds no tokens`,
    says:
      reading.account.kind === 'wallet'
        ? 'It is a program address, and holds no tokens in token accounts on this chain.'
        : 'It owns no token accounts, which is usual for an account that is not a wallet.',
  };
}

/** Returns the note about assets that were not read. Returns "" if the account exists and is not a wallet. */
export function unreadMessage(reading: AccountDescription | undefined): string {
  const kind = reading?.account.kind ?? 'wallet';
  if (kind === 'wallet') return 'This account may hold others that are not listed here.';
  return kind === 'nothing' ? 'This address may own some, even without an account.' : '';
}

const STATES = {
  activating: 'Activating: it counts from the next epoch on',
  active: 'Active',
  deactivating: 'Deactivating: it counts until this epoch ends',
  inactive: 'Inactive: it was deactivated',
} as const;

/** Describes the state of a delegation; if the chain's epoch is unknown, only that the stake is delegated. */
export function delegationMessage(delegation: Delegation, epoch: bigint | undefined): string {
  if (epoch === undefined) return 'Delegated; the current epoch could not be read';
  return STATES[activationOf(delegation, epoch)];
}

/** Latest second since 1970 that a Date can represent. */
const LAST_SECOND = 8_640_000_000_000n;

/** Formats a chain's timestamp in UTC, or as a number of seconds if a Date cannot represent it. */
export function chainTime(unixSeconds: bigint): string {
  if (unixSeconds < -LAST_SECOND || unixSeconds > LAST_SECOND) return `second ${unixSeconds}`;
  return `${new Date(Number(unixSeconds) * 1000).toISOString().replace('T', ' ').slice(0, -5)} UTC`;
}
