import { expect, it } from 'vitest';
import { accountHazards, accountUnknowns } from './account-hazards';

const FINE = { factory: 'present', entryPoint: 'present', factoryAgrees: true, balance: '0' } as const;

it.each([
  [false, {}, []],
  [true, {}, []],
  [false, { factory: 'absent', factoryAgrees: null }, ['no factory']],
  [true, { factory: 'absent', factoryAgrees: null }, []],
  [false, { factoryAgrees: false }, ['the factory gives another address']],
  [
    true,
    { factoryAgrees: false, entryPoint: 'absent' },
    ['the factory gives another address', 'no entry point'],
  ],
  [false, { factory: 'unknown', entryPoint: 'unknown', factoryAgrees: null, balance: null }, []],
] as const)('deployed: %j, %j: money may be lost for %j', (isDeployed, over, hazards) => {
  expect(accountHazards(isDeployed, { ...FINE, ...over })).toEqual(hazards);
});

it('names what is not known, and nothing that follows from what is', () => {
  expect(accountUnknowns(FINE)).toEqual([]);
  expect(accountUnknowns({ ...FINE, factory: 'absent', factoryAgrees: null })).toEqual([]);
  const nothing = { factory: 'unknown', entryPoint: 'unknown', factoryAgrees: null, balance: null } as const;
  expect(accountUnknowns(nothing)).toEqual(['factory', "the factory's word", 'entry point', 'balance']);
});
