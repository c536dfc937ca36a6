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

const WORDS: Record<Exclude<AccountKind['kind'], 'nothing' | 'wallet'>, KindMessages> = {
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
  multisig: {
    title: 'Multisig',
    text: 'An authority over tokens that needs several signers.',
    noun: 'multisig',
  },
  program: { title: 'Program', text: 'Code that runs on the chain.', noun: 'program' },
  'program-data': {
    title: 'Program code',
    text: 'The upgradeable loader stores the code of a program here.',
    noun: 'program code account',
  },
  stake: {
    title: 'Stake account',
    text: 'Holds SOL that can be delegated to a validator.',
    noun: 'stake account',
  },
  nonce: {
    title: 'Nonce account',
    text: 'Holds a nonce that transactions use instead of a recent blockhash, so that they do not expire.',
    noun: 'nonce account',
  },
  vote: {
    title: 'Vote account',
    text: 'A validator votes with it. Stake is delegated to it.',
    noun: 'vote account',
  },
  metadata: {
    title: 'Token metadata',
    text: 'Holds the name, symbol and URI of a mint’s token (Metaplex Token Metadata).',
    noun: 'metadata account',
  },
  'mpl-core': {
    title: 'MPL Core asset',
    text: 'An NFT without a mint. This account names its owner.',
    noun: 'asset',
  },
  sysvar: { title: 'Sysvar', text: 'The cluster writes its state here.', noun: 'sysvar' },
  'program-account': {
    title: 'Program data',
    text: 'A program owns this account and defines its data. It is not a wallet.',
    noun: 'program account',
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
    case 'mpl-core':
      return account.core.what === 'asset'
        ? WORDS['mpl-core']
        : { title: 'MPL Core collection', text: 'MPL Core assets can belong to it.', noun: 'collection' };
    default:
      return WORDS[account.kind];
  }
}

/** Messages for accounts that could own token accounts but own none, by kind of account. */
const OWNS_NONE: Partial<Record<AccountKind['kind'], string>> = {
  wallet: 'It is a program address, and holds no tokens in token accounts on this chain.',
  multisig: 'It may be the authority of mints, or the owner of token accounts on another chain.',
};

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
      OWNS_NONE[reading.account.kind] ??
      'It owns no token accounts, which is usual for an account that is not a wallet.',
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
