import { timingSafeEqual } from 'node:crypto';

/** Compares two strings, such as signatures, in constant time. */
export function constantTimeEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
