import type { MetadataRoute } from 'next';

/** What crawlers may ask for: pages and their share images, not the calls and pictures behind them. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/find', '/media/', '/solana', '/evm-chain'] },
  };
}
