import type { MetadataRoute } from 'next';

/** Allows crawlers to fetch pages and their share images, but not API calls and proxied images. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/find', '/media/', '/solana', '/evm-chain'] },
  };
}
