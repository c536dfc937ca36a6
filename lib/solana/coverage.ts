/**
 * Kinds of asset, in the order in which responses list them (contract §3). This module does not import zod, because
 * pages load it.
 */
export const ASSET_KINDS = [
  'spl-token',
  'token-2022',
  'mpl-core',
  'compressed',
  'zk-compressed',
  'stake',
] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/** Parts of holdings that responses mention only if they were not read. */
export const UNREAD_PARTS = [
  'confidential-balances',
  'editions',
  'metadata',
  'collections',
  'primary-name',
] as const;
export type UnreadPart = (typeof UNREAD_PARTS)[number];

/** Stable codes for why something was not read, with sentences for users. */
export const NOT_READ_REASONS = {
  'no-das-endpoint': 'No DAS endpoint is configured for this chain.',
  'das-unavailable': 'The DAS endpoint failed.',
  'scan-refused': 'The node refused the scan, or the scan failed.',
  'upstream-failed': 'The node did not respond.',
  encrypted: 'Only the owner can decrypt them.',
  'not-selected': 'The call selected only other items.',
  'not-requested': 'Only read on request.',
  'too-many': 'There are too many to list.',
  'not-supported': 'This service does not read them.',
} as const;
export type NotReadReason = keyof typeof NOT_READ_REASONS;

/** Something that was not read, and why. */
export type NotRead = { what: AssetKind | UnreadPart; why: NotReadReason };

/**
 * Coverage of a response. Every kind of asset is in exactly one of the two lists. In `notRead`, parts come after kinds.
 */
export type Coverage = { read: AssetKind[]; notRead: NotRead[] };

/** The coverage of a response, and the numbers of missing items. */
export type AnswerCoverage = Coverage & {
  /** Number of held mints that no node returned. */
  missingMints?: number;
  /** Number of requested NFTs whose owner is unknown, because no node returned it. */
  missingOwners?: number;
};

/** Coverage entry for token accounts that can have confidential balances, which are encrypted. */
export const CONFIDENTIAL: NotRead = { what: 'confidential-balances', why: 'encrypted' };

/** Coverage entry for an edition account, or the master edition of a print, that could not be read. */
export const EDITIONS_UNREAD: NotRead = { what: 'editions', why: 'upstream-failed' };

/** Coverage entry for on-chain metadata that could not be read. */
export const METADATA_UNREAD: NotRead = { what: 'metadata', why: 'upstream-failed' };

/** Coverage entry for the collection of an MPL Core asset that could not be read. */
const COLLECTIONS_UNREAD: NotRead = { what: 'collections', why: 'upstream-failed' };

/** Returns the coverage, with entries if the metadata or the collection of one of the items could not be read. */
export function withUnreadOf(
  coverage: Coverage,
  items: readonly { warnings: readonly string[] }[],
): Coverage {
  const hasWarning = (code: string) => items.some(({ warnings }) => warnings.includes(code));
  const parts = [
    ...(hasWarning('metadata-unread') ? [METADATA_UNREAD] : []),
    ...(hasWarning('collection-unread') ? [COLLECTIONS_UNREAD] : []),
  ].filter((part) => !coverage.notRead.includes(part));
  return parts.length === 0 ? coverage : { ...coverage, notRead: [...coverage.notRead, ...parts] };
}

/** Coverage entry for a primary name that could not be read. */
export const NAME_UNREAD: NotRead = { what: 'primary-name', why: 'upstream-failed' };

/** Coverage entries for tokens of the ZK Compression program, which no response lists, and for stake accounts, which are read only if requested. */
const UNREAD_BY_DEFAULT: readonly NotRead[] = [
  { what: 'zk-compressed', why: 'not-supported' },
  { what: 'stake', why: 'not-requested' },
];

/** Checks whether a `notRead` entry names something that the call would have read if its upstreams had allowed it. */
export const isSupported = ({ why }: NotRead): boolean => why !== 'not-supported' && why !== 'not-requested';

/** Returns coverage in which only the kinds with token accounts were read; `why` applies to all others. */
export const withoutAssets = (why: NotReadReason): Coverage => ({
  read: ['spl-token', 'token-2022'],
  notRead: [{ what: 'mpl-core', why }, { what: 'compressed', why }, ...UNREAD_BY_DEFAULT],
});

/** Coverage if all supported kinds were read. */
export const ALL_READ: Coverage = {
  read: ['spl-token', 'token-2022', 'mpl-core', 'compressed'],
  notRead: [...UNREAD_BY_DEFAULT],
};

/** Returns the coverage with `kind` marked as read. */
export function withKindRead({ read, notRead }: Coverage, kind: AssetKind): Coverage {
  return {
    read: ASSET_KINDS.filter((each) => each === kind || read.includes(each)),
    notRead: notRead.filter(({ what }) => what !== kind),
  };
}

/** Returns the coverage with `kind` marked as not read. */
export function withKindNotRead({ read, notRead }: Coverage, kind: AssetKind, why: NotReadReason): Coverage {
  return { read, notRead: notRead.map((each) => (each.what === kind ? { what: kind, why } : each)) };
}

/** Counts the mints of tokens whose mint account does not exist. */
export const missingMints = (tokens: readonly { mint: string; warnings: readonly string[] }[]): number =>
  new Set(tokens.flatMap(({ mint, warnings }) => (warnings.includes('mint-missing') ? [mint] : []))).size;
