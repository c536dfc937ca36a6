/** What Solana keeps assets in, in the order in which answers name it (contract §3). Without zod: pages load this. */
export const ASSET_KINDS = ['spl-token', 'token-2022', 'mpl-core', 'compressed'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/** Why a kind of asset was not read, and what that means; the words are stable, the sentences are for people. */
export const NOT_READ_REASONS = {
  'no-das-endpoint': 'No DAS endpoint is configured for this chain, and nothing else lists them.',
  'das-unavailable': 'The DAS endpoint failed this time.',
  'scan-refused': 'The node refused to be searched for them.',
  'not-selected': 'The call asked for other items alone.',
} as const;
export type NotReadReason = keyof typeof NOT_READ_REASONS;

/** What an answer covers: every kind of asset is in one of the two lists. */
export type Coverage = { read: AssetKind[]; notRead: { what: AssetKind; why: NotReadReason }[] };

/** Coverage where the kinds that no token account shows were not read for one reason. */
export const withoutAssets = (why: NotReadReason): Coverage => ({
  read: ['spl-token', 'token-2022'],
  notRead: [
    { what: 'mpl-core', why },
    { what: 'compressed', why },
  ],
});

/** Coverage where everything was read. */
export const ALL_READ: Coverage = { read: [...ASSET_KINDS], notRead: [] };

/** The coverage after `kind` was read too. */
export function withKindRead({ read, notRead }: Coverage, kind: AssetKind): Coverage {
  return {
    read: ASSET_KINDS.filter((each) => each === kind || read.includes(each)),
    notRead: notRead.filter(({ what }) => what !== kind),
  };
}

/** The coverage with another reason why `kind` was not read. */
export function withKindNotRead({ read, notRead }: Coverage, kind: AssetKind, why: NotReadReason): Coverage {
  return { read, notRead: notRead.map((each) => (each.what === kind ? { what: kind, why } : each)) };
}
