import 'server-only';
import { randomBytes } from 'node:crypto';

/** Ids that are short, unique across restarts and instances, and cost no randomness each. */
export function requestIds(): () => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${start}-${(count++).toString(36)}`;
}
