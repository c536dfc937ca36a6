import * as z from 'zod/mini';
import { describe } from './describe';

/** Schema of the names of unknown options or fields, as returned in the extended format. */
export const IgnoredNames = z
  .optional(z.array(z.string()))
  .check(describe('Unknown names in the request, which were ignored; omitted if all names are known.'));
