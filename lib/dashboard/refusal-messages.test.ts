import { expect, it } from 'vitest';
import { refusalMessage } from './refusal-messages';

const message = 'Limit of 1000 work units per second (burst 10000) exceeded; try again in 3 s';

it.each([
  [
    { reason: 'rate-limited', message, retryAfterSeconds: 3 },
    'Too many requests from your IP address. Try again in 3 s',
  ],
  [{ reason: 'broken-off', message: 'The connection was lost' }, 'The connection was lost'],
  [{ message: 'Failed to fetch' }, 'Failed to fetch'],
])('describes the error %j as %j', (refusal, words) => {
  expect(refusalMessage(refusal)).toBe(words);
});
