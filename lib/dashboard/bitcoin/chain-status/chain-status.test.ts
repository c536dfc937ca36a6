import { describe, expect, it } from 'vitest';
import type { AccountCell, AccountFacts } from '@/lib/services/bitcoin/get-accounts-on-all-chains';
import { accountStatus, cellKey, chainStatuses, groupChains, noResponseMessage } from './account-status';
import { isUnreached, keyVerdict, verdictNote, versionSummary } from './verdict';

const OWNER = '0x5b3Cc11bBCB5191dC10C39A6D261D42341d982f2';
const OTHER = '0x83FEDdF18CdEA2ea4C087E5F389351171318D3CB';
const FINE: AccountFacts = {
  factory: 'present',
  entryPoint: 'present',
  factoryAgrees: true,
  balance: '0',
  currentOwner: null,
};
const SAMPLE = 31337;
const place = { smartAccountAddress: '0x', at: '2026-01-01T00:00:00.000Z' };

type Said = Partial<AccountFacts> | string;
const NO_FACTORY: Said = { factory: 'absent', factoryAgrees: null };
const OWNED: Said = { currentOwner: OWNER };

/** Creates a cell from the differences to a confirmed account, or from the reason why the chain did not respond. */
const cell = (
  chainId: number,
  version: AccountCell['version'],
  what: Said,
  isDeployed = what === OWNED,
): AccountCell =>
  typeof what === 'string'
    ? { ...place, chainId, version, state: 'unknown', reason: what, message: '' }
    : {
        ...place,
        chainId,
        version,
        state: isDeployed ? 'deployed' : 'not-deployed',
        facts: { ...FINE, ...what },
      };

/** Creates the statuses of chains. Chains in `said` have responded, with one result for both versions or one each. */
function statusesFrom(
  said: Record<number, Said | [Said, Said]>,
  unanswered: number[] = [],
  off: number[] = [],
) {
  const cells = Object.entries(said).flatMap(([id, what]) => {
    const [first, second] = Array.isArray(what) ? what : [what, what];
    return [cell(Number(id), '1.0.0', first), cell(Number(id), '2.0.0', second)];
  });
  const chains = [...Object.keys(said).map(Number), ...unanswered, ...off].map((chainId) => ({
    chainId,
    name: chainId === SAMPLE ? 'Sample network' : `Chain ${chainId}`,
    testnet: false,
    isConfigured: !off.includes(chainId),
  }));
  return chainStatuses(
    chains,
    Object.fromEntries(cells.map((each) => [cellKey(each.chainId, each.version), each])),
    OWNER,
  );
}

describe('accountStatus', () => {
  it.each<[Said, boolean, string, string]>([
    [{}, false, 'confirmed', 'Confirmed'],
    [{}, true, 'confirmed', 'Deployed'],
    [OWNED, true, 'confirmed', 'Deployed'],
    [{ ...NO_FACTORY, ...OWNED }, true, 'confirmed', 'Deployed'],
    [{ currentOwner: OTHER }, true, 'unsafe', 'Unsafe'],
    [{ factoryAgrees: false }, false, 'unsafe', 'Unsafe'],
    [{ factoryAgrees: false, ...OWNED }, true, 'unsafe', 'Unsafe'],
    [{ factoryAgrees: false, entryPoint: 'absent' }, false, 'unsafe', 'Unsafe'],
    [NO_FACTORY, false, 'unknown', 'No contract'],
    [NO_FACTORY, true, 'unknown', 'Owner unknown'],
    [{ entryPoint: 'absent' }, false, 'unknown', 'No entry point'],
    [{ entryPoint: 'unknown' }, false, 'unknown', 'Not confirmed'],
    [{ factoryAgrees: null }, false, 'unknown', 'Not confirmed'],
    [{ factory: 'unknown' }, false, 'unknown', 'Not confirmed'],
    [{ balance: null }, false, 'confirmed', 'Confirmed'],
    ['deadline-exceeded', false, 'unknown', 'No response'],
  ])(
    'for the response %j and isDeployed %j, the safety of an account is %s',
    (what, isDeployed, safety, label) => {
      const status = accountStatus(cell(1, '2.0.0', what, isDeployed), OWNER);
      expect([status.safety, status.label]).toEqual([safety, label]);
      expect(status.why).toMatch(/\.$/);
    },
  );

  it('the safety of an account is unknown before the chain has responded', () => {
    expect(accountStatus(undefined, OWNER)).toMatchObject({ safety: 'unknown', label: 'Checking…' });
  });
});

it('noResponseMessage names the timeout or the reason', () => {
  expect(noResponseMessage({ reason: 'no-endpoint' })).toBe('Can’t be checked here');
  expect(noResponseMessage({ reason: 'deadline-exceeded', waitedMs: 3_500 })).toBe('No response in 3.5 s');
  expect(noResponseMessage({ reason: 'upstream-unavailable' })).toBe('Can’t be reached');
  expect(noResponseMessage({ reason: 'node-behind' })).toBe('Can’t be read: node behind');
});

describe('groupChains', () => {
  const statuses = statusesFrom(
    {
      1: {},
      2: [{}, NO_FACTORY],
      3: [OWNED, 'deadline-exceeded'],
      4: [OWNED, { factoryAgrees: false }],
      5: NO_FACTORY,
      6: 'deadline-exceeded',
      7: 'no-endpoint',
    },
    [8],
    [9],
  );
  const groups = (progress: 'first' | 'again' | 'ended') =>
    groupChains(statuses, progress).map(({ id, chains }) => [id, chains.map(({ chain }) => chain.chainId)]);

  it('groupChains puts every chain into exactly one group, unsafe ones first', () => {
    expect(groups('ended')).toEqual([
      ['unsafe', [4]],
      ['deployed', [3]],
      ['confirmed', [1]],
      ['partly', [2]],
      ['unconfirmed', [5]],
      ['unknown', [6, 8, 7, 9]],
    ]);
  });

  it('groupChains keeps all configured chains in the group “checking” until the first check has ended', () => {
    expect(groups('first')).toEqual([
      ['checking', [1, 2, 3, 4, 5, 6, 8]],
      ['unknown', [7, 9]],
    ]);
    expect(groups('again')).toContainEqual(['checking', [8]]);
    expect(groups('again')).toContainEqual(['confirmed', [1]]);
  });
});

describe('keyVerdict', () => {
  const verdict = (statuses: ReturnType<typeof statusesFrom>, isChecking = false) => {
    const { tone, sentence } = keyVerdict(statuses, isChecking);
    return [tone, sentence];
  };

  it('the verdict on a key is good once every chain that can be checked has confirmed both account versions', () => {
    expect(verdict(statusesFrom({ 1: {}, 2: OWNED, 3: {} }, [], [4]))).toEqual([
      'good',
      'Safe to use on 3 chains. Don’t send on other chains.',
    ]);
    expect(verdict(statusesFrom({ 1: {}, 2: 'no-endpoint' }, [], [2]))).toEqual([
      'good',
      'Safe to use on Chain 1. Don’t send on other chains.',
    ]);
  });

  it('the verdict on a key names the chains that have confirmed, as long as other chains are unknown', () => {
    expect(verdict(statusesFrom({ [SAMPLE]: {} }, [2], [3]))).toEqual([
      'caution',
      'No live chain has answered. Don’t send anything yet.',
    ]);
    expect(verdict(statusesFrom({ 1: {}, 2: {}, 3: 'deadline-exceeded' }))).toEqual([
      'caution',
      'Checked 2 of 3 chains: confirmed on Chain 1 and Chain 2. Don’t send elsewhere yet.',
    ]);
    expect(verdict(statusesFrom({ 1: {} }), true)[0]).toBe('caution');
  });

  it('the verdict on a key does not count the sample network as a live chain', () => {
    expect(verdict(statusesFrom({ [SAMPLE]: {} }))).toEqual([
      'caution',
      'This server checks no live chain. Don’t send anything yet.',
    ]);
  });

  it('the verdict on a key names each account version if a chain confirms only one version', () => {
    expect(verdict(statusesFrom({ 1: [{}, NO_FACTORY], 2: {} }))).toEqual([
      'caution',
      'Checked 2 of 2 chains: 2.0.0 confirmed on Chain 2, 1.0.0 confirmed on Chain 1 and Chain 2. Don’t send elsewhere yet.',
    ]);
    expect(verdict(statusesFrom({ 1: [{}, 'deadline-exceeded'] }))[0]).toBe('caution');
  });

  it('the verdict on a key is bad and gives the reason as soon as one chain is unsafe', () => {
    const statuses = statusesFrom(
      { 1: [{}, { factoryAgrees: false }], 2: [{}, { factoryAgrees: false }], 3: {} },
      [4],
    );
    expect(verdict(statuses, true)).toEqual([
      'bad',
      'Unsafe on Chain 1 and Chain 2: the 2.0.0 contract gives another address. Don’t send to account 2.0.0 there.',
    ]);
    const stolen = statusesFrom({ 1: { factoryAgrees: false } });
    stolen.push(
      ...chainStatuses(
        [{ chainId: 2, name: 'Chain 2', testnet: false, isConfigured: true }],
        { [cellKey(2, '1.0.0')]: cell(2, '1.0.0', { currentOwner: OTHER }, true) },
        OWNER,
      ),
    );
    expect(verdict(stolen)[1]).toBe(
      'Unsafe on Chain 1: the 2.0.0 contract gives another address; on Chain 1: the 1.0.0 contract gives another address; on Chain 2: account 1.0.0 has another owner. Don’t send to account 2.0.0 or 1.0.0 there.',
    );
  });

  it('the verdict on a key is a warning if no chain has responded, or no chain has confirmed an account', () => {
    expect(verdict(statusesFrom({}, [1, 2], [3]), true)).toEqual([
      'caution',
      'Checking 2 live chains. Don’t send anything yet.',
    ]);
    expect(verdict(statusesFrom({ 1: 'deadline-exceeded' }))).toEqual([
      'caution',
      'No live chain has answered. Don’t send anything yet.',
    ]);
    expect(verdict(statusesFrom({ 1: NO_FACTORY }))).toEqual([
      'caution',
      'Checked 1 of 1 chain: confirmed on none. Don’t send anything yet.',
    ]);
  });
});

describe('isUnreached', () => {
  it('live chains are unreached if one of them can be checked and none has answered', () => {
    expect(isUnreached(statusesFrom({ [SAMPLE]: {}, 1: 'deadline-exceeded' }))).toBe(true);
    expect(isUnreached(statusesFrom({ [SAMPLE]: {}, 1: {}, 2: 'deadline-exceeded' }))).toBe(false);
    expect(isUnreached(statusesFrom({ [SAMPLE]: {}, 1: 'no-endpoint' }, [], [2]))).toBe(false);
  });
});

describe('verdictNote', () => {
  const note = (said: Parameters<typeof statusesFrom>[0]) => {
    const statuses = statusesFrom(said);
    return verdictNote(statuses, keyVerdict(statuses, false));
  };

  it('the note about an unsafe account names the other account only if a live chain confirms it', () => {
    expect(note({ 1: [{}, { factoryAgrees: false }] })).toBe(
      'Unsafe: you could lose what you send. If your app shows the address of account 1.0.0, that one is confirmed on Chain 1.',
    );
    for (const first of [NO_FACTORY, { factoryAgrees: false }])
      expect(note({ [SAMPLE]: {}, 1: [first, { factoryAgrees: false }] })).toBe(
        'Unsafe: you could lose what you send.',
      );
  });

  it('the note of any other verdict says what an app uses and what “confirmed” means', () => {
    expect(note({ 1: {} })).toBe(
      'Your key has two accounts, one per contract version: use the one that your app shows. Confirmed: the chain’s contract calculates the same address.',
    );
    expect(note({ [SAMPLE]: {}, 1: 'deadline-exceeded' })).toBe(
      'Only the sample network, which is example data, has answered. Your key has two accounts, one per contract version: use the one that your app shows.',
    );
    expect(note({ 1: 'deadline-exceeded' })).toBe(
      'Your key has two accounts, one per contract version: use the one that your app shows. They are calculated here; no chain has confirmed them.',
    );
  });
});

describe('versionSummary', () => {
  const summary = (statuses: ReturnType<typeof statusesFrom>, isChecking = false) => {
    const { deployedOn, ...said } = versionSummary(statuses, '2.0.0', isChecking);
    return {
      ...said,
      deployedOn: deployedOn.map(({ chain, isUnsafe }) => `${chain.chainId}${isUnsafe ? ' unsafe' : ''}`),
    };
  };

  it('the summary of an account version counts only confirmations by live chains', () => {
    expect(summary(statusesFrom({ [SAMPLE]: OWNED, 2: { factoryAgrees: null } }))).toEqual({
      tone: 'caution',
      sentence: 'Confirmed only on the sample network',
      isAnswered: true,
      isConfirmed: false,
      deployedOn: [`${SAMPLE}`],
    });
    expect(summary(statusesFrom({ [SAMPLE]: {}, 2: {}, 3: { factoryAgrees: null } }))).toEqual({
      tone: 'good',
      sentence: 'Confirmed on Chain 2',
      isAnswered: true,
      isConfirmed: true,
      deployedOn: [],
    });
  });

  it('the summary of an account version omits its deployment on the sample network once a live chain has confirmed it', () => {
    expect(summary(statusesFrom({ [SAMPLE]: OWNED, 2: {} })).deployedOn).toEqual([]);
    expect(summary(statusesFrom({ [SAMPLE]: OWNED, 2: OWNED })).deployedOn).toEqual(['2']);
  });

  it('the summary of an account version says which of its deployments are unsafe', () => {
    const cells = { [cellKey(1, '2.0.0')]: cell(1, '2.0.0', { currentOwner: OTHER }, true) };
    const stolen = chainStatuses(
      [{ chainId: 1, name: 'Chain 1', testnet: false, isConfigured: true }],
      cells,
      OWNER,
    );
    expect(summary([...statusesFrom({ 2: OWNED }), ...stolen]).deployedOn).toEqual(['2', '1 unsafe']);
  });

  it('the summary of an account version says that no live chain has answered', () => {
    expect(summary(statusesFrom({ [SAMPLE]: OWNED, 2: 'deadline-exceeded' }, [], [3])).sentence).toBe(
      'No live chain has answered',
    );
  });

  it('a chain without an entry point does not confirm an account', () => {
    expect(summary(statusesFrom({ 2: { entryPoint: 'unknown' } })).sentence).toBe(
      'Not confirmed on any chain',
    );
  });

  it('the summary of an account version ignores the status of the other version', () => {
    expect(summary(statusesFrom({ 1: [{ factoryAgrees: false }, {}] })).tone).toBe('good');
    expect(summary(statusesFrom({ 1: [{}, { factoryAgrees: false }] })).sentence).toBe('Unsafe on Chain 1');
    expect(summary(statusesFrom({ 1: [{}, NO_FACTORY] })).sentence).toBe('Not confirmed on any chain');
    expect(summary(statusesFrom({}, [1]), true).sentence).toBe('Checking…');
  });
});
