import { clusterLabel } from '@/lib/dashboard/chains';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import type { AccountKind } from '@/lib/solana/account-description/account-kind';
import { activationOf, type Delegation } from '@/lib/solana/account-description/stake-account';
import type { AssetById } from '@/lib/solana/das/asset-of-item';

/** Texts that describe an account that is not a plain wallet. */
export type KindMessages = {
  /** Account type, as a heading. */
  title: string;
  /** Explanation for a visitor who expects holdings. */
  text: string;
};

const WORDS: Record<Exclude<AccountKind['kind'], 'nothing' | 'wallet' | 'other'>, KindMessages> = {
  mint: {
    title: 'Token mint',
    text: 'A mint defines a token. Wallets hold the token, in their own token accounts; the mint itself holds none.',
  },
  'token-account': {
    title: 'Token account',
    text: 'Holds an amount of one token for its owner.',
  },
  program: { title: 'Program', text: 'Code that runs on the chain.' },
  stake: {
    title: 'Stake account',
    text: 'Holds SOL for staking. To withdraw it, deactivate it first, and wait for the end of the epoch, at most about 2 days.',
  },
};

/** Whether an account is an asset, which has its own name, metadata and document. */
export const isAsset = (account: AccountKind): boolean =>
  account.kind === 'mint' ||
  (account.kind === 'other' && (account.name === 'MPL Core asset' || account.name === 'MPL Core collection'));

/** The number of verified items that the account of a collection counts; undefined if the asset is not a collection. */
export function collectionSize({ known, accountMembers, isCoreCollection }: AssetById): bigint | undefined {
  if (isCoreCollection && accountMembers && 'mpl_core_info' in accountMembers)
    return BigInt(accountMembers.mpl_core_info.current_size ?? 0);
  const metadata = known?.metadata;
  return typeof metadata === 'object' && 'collectionSize' in metadata
    ? (metadata.collectionSize ?? undefined)
    : undefined;
}

/**
 * Describes an account; returns undefined for a plain wallet.
 * @param isBare whether the account holds no SOL and nothing that is listed
 */
export function kindMessages(
  { account, offCurve, token }: AccountDescription,
  isBare: boolean,
  chain: number,
): KindMessages | undefined {
  switch (account.kind) {
    case 'wallet':
      return offCurve
        ? { title: 'Program address', text: 'No private key exists for it: only a program can act for it.' }
        : undefined;
    case 'nothing':
      return {
        title: 'No account exists here',
        text: `${
          isBare
            ? `This address holds nothing on ${clusterLabel(chain)} that Satchel lists.`
            : `This address has no SOL on ${clusterLabel(chain)}.`
        } ${
          offCurve
            ? 'No private key can exist for it: it is the address of a program’s account, or was mistyped.'
            : 'It may be a new wallet that has received nothing yet.'
        } Check every character, or try another network.`,
      };
    case 'mint':
      return account.mint.supply === 1n && token?.decimals === 0
        ? { ...WORDS.mint, title: 'Mint of a single token' }
        : WORDS.mint;
    case 'other':
      return {
        title: account.name,
        text: 'This is not a wallet, and its details are not shown here.',
      };
    default:
      return WORDS[account.kind];
  }
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
