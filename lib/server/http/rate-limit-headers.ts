import type { Quota } from '@/lib/server/limits/rate-limiter';

/** Headers with a project's limit in work units (draft-ietf-httpapi-ratelimit-headers-10). */
export const RATE_LIMIT_HEADER = 'RateLimit';
export const RATE_LIMIT_POLICY_HEADER = 'RateLimit-Policy';

export const rateLimitHeaders = ({ units, seconds, remaining, resetSeconds }: Quota) => ({
  [RATE_LIMIT_POLICY_HEADER]: `"work-units";q=${units};w=${seconds}`,
  [RATE_LIMIT_HEADER]: `"work-units";r=${remaining};t=${resetSeconds}`,
});
