import * as z from 'zod/mini';
import { ASSET_KINDS, NOT_READ_REASONS, type NotReadReason } from './coverage';

const AssetKindWord = z.enum(ASSET_KINDS);

/** What an answer covers: every kind of asset is in one of the two lists. */
export const CoverageSchema = z
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
