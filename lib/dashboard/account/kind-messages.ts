import { clusterLabel } from '@/lib/dashboard/chains';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import type { AccountKind, OtherKind } from '@/lib/solana/account-description/account-kind';
import {
  activationOf,
  type Delegation,
  isLocked,
  type Lockup,
  type StakeAccount,
} from '@/lib/solana/account-description/stake-account';
import type { AssetById } from '@/lib/solana/das/asset-of-item';

/** Texts that describe an account that is not a plain wallet. */
export type KindMessages = {
  /** Account type, as a heading. */
  title: string;
  /** Explanation for a visitor who expects holdings. */
  text: string;
  /** What the visitor must not do. */
  caution?: string;
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
  { account, offCurve, token, epoch }: AccountDescription,
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
        ...(offCurve ? { caution: 'Don’t send anything to it.' } : {}),
      };
    case 'mint':
      return {
        title: account.mint.supply === 1n && token?.decimals === 0 ? 'Mint of a single token' : 'Token mint',
        text: 'A mint defines a token. Wallets hold the token, in their own token accounts; the mint itself holds none.',
      };
    case 'token-account':
      return { title: 'Token account', text: 'Holds an amount of one token for its holder.' };
    case 'program':
      return { title: 'Program', text: 'Code that runs on the chain.' };
    case 'stake':
      return {
        title: 'Stake account',
        text: `Holds SOL for staking. ${withdrawalMessage(account.stake, epoch)}`.trim(),
      };
    case 'multisig':
      return { title: 'Multisig', text: 'Lets several keys control tokens together.' };
    case 'other':
      return {
        title: account.name,
        text: OTHER_TEXTS[account.name],
      };
  }
}

/** What accounts of the other kinds are for. */
const OTHER_TEXTS: Record<OtherKind, string> = {
  'Program code': 'Holds the code of a program.',
  'Program buffer': 'Holds code that is to become a program, or a new version of one.',
  'Nonce account': 'Holds a one-time value, so that a transaction can be signed now and sent later.',
  'Vote account': 'Records a validator’s votes. Stake accounts delegate SOL to it.',
  'Token metadata': 'Describes one token or NFT. The page of its mint shows its document and creators.',
  'MPL Core asset': 'An NFT that is a single account.',
  'MPL Core collection': 'A collection of MPL Core NFTs.',
  Sysvar: 'Holds data about the chain, which programs read.',
  'Program data': 'Holds data of a program.',
};

/** Says when the SOL of a stake account can be withdrawn; empty if that is unknown. */
function withdrawalMessage(stake: StakeAccount, epoch: bigint | undefined): string {
  if (stake.state === 'uninitialized' || stake.state === 'rewards-pool') return '';
  const { lockup, delegation } = stake;
  const isLockedUp = isLockedNow(lockup, epoch);
  if (isLockedUp === undefined) return '';
  if (isLockedUp) return 'It is locked: until its lockup ends, withdrawals need the custodian’s signature.';
  if (delegation === null) return 'It is not delegated, and can be withdrawn at any time.';
  if (epoch === undefined && delegation.deactivationEpoch !== null) return '';
  switch (epoch === undefined ? 'active' : activationOf(delegation, epoch)) {
    case 'inactive':
      return 'It was deactivated, and can be withdrawn at any time.';
    case 'deactivating':
      return 'It can be withdrawn when this epoch ends, in 2 days or less.';
    default:
      return 'To withdraw it, deactivate it first, and wait for the end of the epoch: 2 days or less.';
  }
}

/**
 * Whether a lockup is in force; undefined if that depends on the chain's epoch, which could not be read. Uses the
 * server's clock instead of the chain's, which differs only by seconds.
 */
export function isLockedNow(lockup: Lockup, epoch: bigint | undefined): boolean | undefined {
  const isInForce = isLocked(lockup, epoch ?? null, BigInt(Math.floor(Date.now() / 1000)));
  return !isInForce && epoch === undefined && lockup.epoch > 0n ? undefined : isInForce;
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
