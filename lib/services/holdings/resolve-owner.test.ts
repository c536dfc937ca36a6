import { expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { scriptedSolana } from '@/lib/testing/solana/scripted-source';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { resolveOwner } from './resolve-owner';

const scope = scopeOf(new AbortController().signal);
const resolve = (addressOrName: string) => resolveOwner(scriptedSolana(), addressOrName, 104, scope);

it('resolveOwner returns an address unchanged, and returns the wallet of a name', async () => {
  expect(await resolve(addressOf('somebody'))).toBe(addressOf('somebody'));
  expect(await resolve('known.sol')).toBe(addressOf('owner'));
});

it.each([
  ['nobody.sol', 'name-not-found'],
  ['0OIl', 'invalid-address'],
  ['', 'invalid-address'],
])('resolveOwner rejects %s with the error %s', async (text, reason) => {
  await expect(resolve(text)).rejects.toMatchObject({ name: 'InvalidInputError', reason });
});
