import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import type { AccountKind } from '@/lib/solana/account-description/account-kind';
import { activationOf, type Delegation } from '@/lib/solana/account-description/stake-account';

/** The description of an account that is not a plain wallet. */
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
    text: 'It keeps an amount of one token for its owner, and is listed on the owner’s page.',
    noun: 'token account',
  },
  multisig: {
    title: 'Multisig',
    text: 'An authority over tokens that acts when enough of its signers sign.',
    noun: 'multisig',
  },
  program: { title: 'Program', text: 'Code that runs on the chain.', noun: 'program' },
  'program-data': {
    title: 'Code of a program',
    text: 'The upgradeable loader keeps the code of a program here.',
    noun: 'account of code',
  },
  stake: {
    title: 'Stake account',
    text: 'It keeps SOL that may be delegated to a validator.',
    noun: 'stake account',
  },
  nonce: {
    title: 'Nonce account',
    text: 'It keeps a nonce that transactions name in place of a recent blockhash, so that they do not expire.',
    noun: 'nonce account',
  },
  vote: {
    title: 'Vote account',
    text: 'A validator votes with it, and stake is delegated to it.',
    noun: 'vote account',
  },
  metadata: {
    title: 'Metadata of a token',
    text: 'Metaplex Token Metadata keeps the name, symbol and link of a mint’s token here.',
    noun: 'metadata account',
  },
  'mpl-core': {
    title: 'MPL Core asset',
    text: 'An NFT without a mint: its owner stands in this account.',
    noun: 'asset',
  },
  sysvar: { title: 'Sysvar', text: 'The cluster itself writes its state here.', noun: 'sysvar' },
  'program-account': {
    title: 'Data of a program',
    text: 'A program owns this account and decides what its bytes mean. It is not a wallet.',
    noun: 'account of a program',
  },
};

/**
 * Describes an account; returns undefined for a plain wallet.
 * @param isBare whether the account is known to hold no SOL and no tokens
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
          isBare ? 'This address holds nothing on this chain.' : 'This address has no SOL on this chain.'
        } ${
          offCurve
            ? 'No private key exists for it (it is off the curve): it is the address of a program’s account, or mistyped.'
            : 'It may be a new wallet that has received nothing yet.'
        } Check every character of it, or look on another chain.`,
        noun: 'address',
      };
    case 'mint':
      return account.mint.supply === 1n && token?.decimals === 0
        ? { ...WORDS.mint, title: 'Mint of a single token' }
        : WORDS.mint;
    case 'mpl-core':
      return account.core.what === 'asset'
        ? WORDS['mpl-core']
        : { title: 'MPL Core collection', text: 'Assets of MPL Core belong to it.', noun: 'collection' };
    default:
      return WORDS[account.kind];
  }
}

/** Messages for accounts that could own token accounts but do not, by kind of account. */
const OWNS_NONE: Partial<Record<AccountKind['kind'], string>> = {
  wallet: 'It is a program address, and holds no tokens in token accounts on this chain.',
  multisig: 'It may be the authority of mints, or the owner of token accounts on another chain.',
};

/** Returns the message shown instead of an empty list if the account is not a wallet; undefined for a plain wallet. */
export function emptyListMessage(
  reading: AccountDescription | undefined,
): { title: string; says: string } | undefined {
  const words = reading && kindMessages(reading, true);
  if (reading === undefined || words === undefined) return undefined;
  if (reading.account.kind === 'nothing')
    return {
      title: 'No token account belongs to this address',
      says: 'Tokens, and NFTs but for MPL Core and compressed ones, are kept in token accounts.',
    };
  if (reading.account.kind === 'token-account')
    return {
      title: 'Nothing besides its own amount',
      says: 'What it keeps for its owner is shown above, and listed on the owner’s page. It owns no token accounts itself.',
    };
  return {
    title: `This ${words.noun} holds no tokens`,
    says:
      OWNS_NONE[reading.account.kind] ??
      'No token account names it as its owner. That is usual: it is not a wallet.',
  };
}

/** Describes assets that were not read and that the account may hold; "" if it is known not to be a wallet. */
export function unreadMessage(reading: AccountDescription | undefined): string {
  const kind = reading?.account.kind ?? 'wallet';
  if (kind === 'wallet') return 'The account may hold some besides what is listed here.';
  return kind === 'nothing' ? 'This address may still own some, though it has no account.' : '';
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
