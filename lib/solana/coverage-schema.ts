import * as z from 'zod/mini';
import { describe, describeValues, withId } from '@/lib/json/describe';
import { ASSET_KINDS, NOT_READ_REASONS, type NotReadReason, UNREAD_PARTS } from './coverage';

const AssetKindWord = z.enum(ASSET_KINDS);
const UnreadWord = z.enum([...ASSET_KINDS, ...UNREAD_PARTS]);

/** Schema of `Coverage`. */
export const CoverageSchema = z
  .object({
    read: z.array(AssetKindWord).check(z.meta({ description: 'Kinds of asset that were read completely.' })),
    notRead: z
      .array(
        z.object({
          what: UnreadWord.check(z.meta({ description: 'Kind of asset, or part of the holdings.' })),
          why: z
            .enum(Object.keys(NOT_READ_REASONS) as [NotReadReason, ...NotReadReason[]])
            .check(describe(describeValues(NOT_READ_REASONS))),
        }),
      )
      .check(
        z.meta({
          description:
            'Kinds of asset and parts of the holdings that were not read, and why; the account may hold them.',
        }),
      ),
  })
  .check(withId('Coverage', 'Which kinds of asset were read.'));
