import { timingSafeEqual } from 'node:crypto';

/** Whether a text, such as a signature, is the expected one; how long it takes does not tell where they differ. */
export function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
