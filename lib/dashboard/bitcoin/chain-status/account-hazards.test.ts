import { expect, it } from 'vitest';
import { accountHazards, accountUnknowns } from './account-hazards';

const OWNER = '0x5b3Cc11bBCB5191dC10C39A6D261D42341d982f2';
const FINE = {
  factory: 'present',
  entryPoint: 'present',
  factoryAgrees: true,
  balance: '0',
  currentOwner: null,
} as const;

it.each([
  [false, {}, []],
  [true, {}, []],
  [true, { currentOwner: OWNER }, []],
  [true, { currentOwner: '0x83FEDdF18CdEA2ea4C087E5F389351171318D3CB' }, ['its owner is another']],
  [false, { factory: 'absent', factoryAgrees: null }, ['no factory']],
  [true, { factory: 'absent', factoryAgrees: null }, []],
  [false, { factoryAgrees: false }, ['the factory gives another address']],
  [
    true,
    { factoryAgrees: false, entryPoint: 'absent' },
    ['the factory gives another address', 'no entry point'],
  ],
  [false, { factory: 'unknown', entryPoint: 'unknown', factoryAgrees: null, balance: null }, []],
] as const)(
  'an account with isDeployed %j and the state %j has the hazards %j',
  (isDeployed, over, hazards) => {
    expect(accountHazards(isDeployed, { ...FINE, ...over }, OWNER)).toEqual(hazards);
  },
);

it('accountUnknowns lists the unknown facts of an account, except those implied by known facts', () => {
  expect(accountUnknowns(false, FINE)).toEqual([]);
  expect(accountUnknowns(false, { ...FINE, factory: 'absent', factoryAgrees: null })).toEqual([]);
  const nothing = {
    factory: 'unknown',
    entryPoint: 'unknown',
    factoryAgrees: null,
    balance: null,
    currentOwner: null,
  } as const;
  expect(accountUnknowns(true, nothing)).toEqual([
    'owner',
    'factory',
    'the factory’s word',
    'entry point',
    'balance',
  ]);
});
