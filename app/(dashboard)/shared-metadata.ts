import type { Metadata } from 'next';

/** What a page says of itself where its link is shared. */
export function shared(title: string, description: string, image: string): Metadata {
  const images = [{ url: image, width: 1200, height: 630, alt: title }];
  return {
    title,
    description,
    openGraph: { title, description, siteName: 'Satchel', type: 'website', images },
    twitter: { card: 'summary_large_image', title, description, images },
  };
}
