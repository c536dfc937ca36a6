/** Kinds of asset, in the order of answers (contract §3). Without zod, because pages load this module. */
export const ASSET_KINDS = ['spl-token', 'token-2022', 'mpl-core', 'compressed'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/** Why a kind of asset was not read. The codes are stable; the sentences are for people. */
export const NOT_READ_REASONS = {
  'no-das-endpoint': 'No DAS endpoint is configured for this chain.',
  'das-unavailable': 'The DAS endpoint failed.',
  'scan-refused': 'The node refused the scan, or the scan failed.',
  'not-selected': 'The call selected only other items.',
} as const;
export type NotReadReason = keyof typeof NOT_READ_REASONS;

/** Coverage of an answer: every kind of asset is in one of the two lists. */
export type Coverage = { read: AssetKind[]; notRead: { what: AssetKind; why: NotReadReason }[] };

/** Coverage without the kinds that have no token accounts, for one reason. */
export const withoutAssets = (why: NotReadReason): Coverage => ({
  read: ['spl-token', 'token-2022'],
  notRead: [
    { what: 'mpl-core', why },
    { what: 'compressed', why },
  ],
});

/** Coverage of all kinds. */
export const ALL_READ: Coverage = { read: [...ASSET_KINDS], notRead: [] };

/** Marks `kind` as read. */
export function withKindRead({ read, notRead }: Coverage, kind: AssetKind): Coverage {
  return {
    read: ASSET_KINDS.filter((each) => each === kind || read.includes(each)),
    notRead: notRead.filter(({ what }) => what !== kind),
  };
}

/** Marks `kind` as not read. */
export function withKindNotRead({ read, notRead }: Coverage, kind: AssetKind, why: NotReadReason): Coverage {
  return { read, notRead: notRead.map((each) => (each.what === kind ? { what: kind, why } : each)) };
}
