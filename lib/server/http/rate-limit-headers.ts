import type { Quota } from '@/lib/server/limits/rate-limiter';

/** Headers with a project's limit in work units (draft-ietf-httpapi-ratelimit-headers-10). */
export const RATE_LIMIT_HEADER = 'RateLimit';
export const RATE_LIMIT_POLICY_HEADER = 'RateLimit-Policy';

/** Adds the headers of a limit to those of a response. */
export function addRateLimitHeaders(
  headers: Record<string, string>,
  { units, seconds, remaining, resetSeconds }: Quota,
): void {
  headers[RATE_LIMIT_POLICY_HEADER] = `"work-units";q=${units};w=${seconds}`;
  headers[RATE_LIMIT_HEADER] = `"work-units";r=${remaining};t=${resetSeconds}`;
}
