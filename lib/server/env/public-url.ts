import * as z from 'zod/mini';
import { trimEndWhile } from '@/lib/trim-end';
import { url } from './values';

/** Schema for a public URL of this service. Removes trailing slashes. */
export const publicUrl = z.pipe(
  url('http', 'https'),
  z.transform((value) => trimEndWhile(value, (character) => character === '/')),
);
