import * as z from 'zod/mini';

/** What Solana keeps assets in, in the order in which answers name it (contract §3). */
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

const AssetKindWord = z.enum(ASSET_KINDS);

/** What an answer covers: every kind of asset is in one of the two lists. */
export const Coverage = z
  .object({
    read: z
      .array(AssetKindWord)
      .check(z.meta({ description: 'Kinds of asset that were read, all of each.' })),
    notRead: z
      .array(
        z.object({
          what: AssetKindWord.check(z.meta({ description: 'Kind of asset.' })),
          why: z.enum(Object.keys(NOT_READ_REASONS) as [NotReadReason, ...NotReadReason[]]).check(
            z.meta({
              description: Object.entries(NOT_READ_REASONS)
                .map(([word, sentence]) => `${word}: ${sentence}`)
                .join(' '),
            }),
          ),
        }),
      )
      .check(z.meta({ description: 'Kinds of asset that may be held and are not listed, and why.' })),
  })
  .check(z.meta({ id: 'Coverage', description: 'What was read, and what was not.' }));
export type Coverage = z.infer<typeof Coverage>;

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
