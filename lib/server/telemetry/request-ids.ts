import 'server-only';
import { randomBytes } from 'node:crypto';

/** Creates a generator of short ids that are unique across restarts and instances: a random prefix and a counter. */
export function requestIds(): () => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${start}-${(count++).toString(36)}`;
}
