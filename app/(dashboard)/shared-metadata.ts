import type { Metadata } from 'next';
import type { PageResult } from '@/lib/server/pages/page-look-up';

/** Creates a page's metadata: title, description and link preview. */
export function shared(title: string, description: string, image: string): Metadata {
  const images = [{ url: image, width: 1200, height: 630, alt: title }];
  return {
    title,
    description,
    openGraph: { title, description, siteName: 'Satchel', type: 'website', images },
    twitter: { card: 'summary_large_image', title, description, images },
  };
}

/** Error reasons for text that is not an account. Titles and images omit the text: it may be a secret or spam. */
const NOT_READ_AS_ACCOUNT = new Set(['invalid-address', 'invalid-name']);

/** Whether a lookup failed because its text is not an account. */
export const isNoAccount = (result: PageResult<unknown>): boolean =>
  !result.ok && NOT_READ_AS_ACCOUNT.has(result.reason);

/** Metadata of an account page whose URL has no valid address. */
export const NO_ADDRESS = shared(
  'Solana account',
  'Balance, tokens and NFTs of Solana accounts.',
  '/og/account',
);
