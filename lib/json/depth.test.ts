import { expect, it } from 'vitest';
import { isDeeperThan } from './measure-json';

it.each([
  ['[[[]]]', 3, false],
  ['[[[]]]', 2, true],
  ['[[],[],[{}]]', 3, false],
  ['{"a":{"b":[1]}}', 2, true],
  ['"[[[["', 0, false],
  ['["\\"[[[["]', 1, false],
  ['['.repeat(1_000_000), 64, true],
  ['1', 0, false],
])('reports whether %.20s is nested more than %i levels deep: %s', (text, limit, expected) => {
  expect(isDeeperThan(text, limit)).toBe(expected);
});
