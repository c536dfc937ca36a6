import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceFiles } from './regular-expressions';

// The wall clock can be set back, so lifetimes, deadlines, limits and caches must use `performance.now()`.

/** Files that may read the wall clock, and the reason for each. */
const READERS: Record<string, string> = {
  'lib/dashboard/account/kind-messages.ts': 'compares a lockup with the present',
  'components/bitcoin/share/share-key.tsx': 'a date that is shown',
  'components/use-return.ts': 'how long a page was hidden, including while the machine slept',
  'lib/client/exchange.ts': 'Retry-After as a date',
  'lib/commands/project.ts': 'ends of keys, days of usage',
  'lib/server/auth/authenticator.ts': 'ends of keys',
  'lib/server/auth/first-project.ts': 'ends of keys',
  'lib/server/telemetry/project-usage.ts': 'the UTC day that calls count for',
  'lib/services/bitcoin/discover-key.ts': 'a time in a response',
  'lib/services/bitcoin/get-accounts-on-all-chains.ts': 'a time that is shown',
  'lib/sources/solana/token-list/fetched-list.ts': 'the date of a token list without a date',
  'lib/sources/transport/http-client.ts': 'Retry-After as a date',
  'lib/store/open.ts': 'times that are stored',
};
const WALL_CLOCK = /\bDate\.now\b|\bnew Date\b(?!\([^)])|(?<!new )\bDate\(/;
const isProduct = (file: string) => !/^lib\/(testing|bench)\/|\.generated\.ts$|\.contract\.ts$/.test(file);

it('only the listed files read the wall clock', () => {
  const found = sourceFiles('.').filter(
    (file) => isProduct(file) && WALL_CLOCK.test(readFileSync(file, 'utf8')),
  );
  expect(found.sort()).toEqual(Object.keys(READERS).sort());
});

it.each(['Date.now()', 'now = Date.now,', 'new Date()', 'new Date', 'Date()'])(
  'the scan for wall-clock reads finds %s',
  (text) => {
    expect(WALL_CLOCK.test(text)).toBe(true);
  },
);

it.each(['new Date(time)', 'Date.parse(text)', 'toDate()', 'performance.now()'])(
  'the scan for wall-clock reads ignores %s',
  (text) => {
    expect(WALL_CLOCK.test(text)).toBe(false);
  },
);
