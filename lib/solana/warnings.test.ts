import { expect, it } from 'vitest';
import { textWarnings } from './warnings';

it('a long name is checked for links in its first 1,024 characters', () => {
  const rest = 'a.'.repeat(32_000);
  expect(textWarnings(`claim.com ${rest}`, '')).toEqual(['link-in-name']);
  expect(textWarnings('', `www.${rest}`)).toEqual(['link-in-name']);
  expect(textWarnings(`${rest} claim.com`, '')).toEqual([]);
});

it('spaces, which a page shows as one, do not hide a link', () => {
  expect(textWarnings(`Claim${' '.repeat(1_100)}at free-claim.com`, '')).toEqual(['link-in-name']);
});
