import * as z from 'zod/mini';
import { describe } from './describe';

/** Names of unknown options or fields, as returned in the extended form. */
export const IgnoredNames = z
  .optional(z.array(z.string()))
  .check(describe('Unknown names in the request, which were ignored; omitted if all names are known.'));
