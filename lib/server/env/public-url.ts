import * as z from 'zod/mini';
import { trimEndWhile } from '@/lib/trim-end';
import { url } from './values';

/** Returns the service's URL without a trailing slash: `PUBLIC_URL`, else its address on this machine. */
export function serviceUrl(
  { publicUrl: configured, host }: { publicUrl?: string | undefined; host: string },
  port: number,
): string {
  if (configured !== undefined) return configured;
  const isLocal = host === '127.0.0.1' || host === '0.0.0.0' || host === '::';
  const shown = isLocal ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}

/** Schema for a public URL of this service. Removes trailing slashes. */
export const publicUrl = z.pipe(
  url('http', 'https').check(
    z.refine((value) => {
      if (!URL.canParse(value)) return true;
      const { username, password, search, hash } = new URL(value);
      return `${username}${password}${search}${hash}` === '';
    }, 'expected a URL without credentials, query and fragment, because everyone can read it'),
  ),
  z.transform((value) => trimEndWhile(value, (character) => character === '/')),
);
