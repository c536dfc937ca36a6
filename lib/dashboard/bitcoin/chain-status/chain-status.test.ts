import { describe, expect, it } from 'vitest';
import type { AccountCell, AccountFacts } from '@/lib/services/bitcoin/get-accounts-on-all-chains';
import { type AccountCells, cellKey, factoryCheck, groupChains, versionStatus } from './chain-status';

const OWNER = '0x5b3Cc11bBCB5191dC10C39A6D261D42341d982f2';
const FINE: AccountFacts = {
  factory: 'present',
  entryPoint: 'present',
  factoryAgrees: true,
  balance: '0',
  currentOwner: null,
};
const chain = (chainId: number) => ({ chainId, name: `Chain ${chainId}`, testnet: false });
const place = { smartAccountAddress: '0x', at: '2026-01-01T00:00:00.000Z' };

/**
 * Creates a chain's cells for both versions, from the facts that differ from a chain without problems, or from the
 * reason why the chain did not respond.
 */
function said(chainId: number, what: Partial<AccountFacts> | string, isDeployed = false): AccountCell[] {
  return (['1.0.0', '2.0.0'] as const).map((version) =>
    typeof what === 'string'
      ? { ...place, chainId, version, state: 'unknown', reason: what, message: '' }
      : {
          ...place,
          chainId,
          version,
          state: isDeployed ? 'deployed' : 'not-deployed',
          facts: { ...FINE, ...what },
        },
  );
}
const cellsOf = (...cells: AccountCell[]): AccountCells =>
  Object.fromEntries(cells.map((cell) => [cellKey(cell.chainId, cell.version), cell]));
const ids = (chains: readonly { chainId: number }[]) => chains.map(({ chainId }) => chainId);

describe('groupChains', () => {
  it('counts each chain once, in the order in which the chains answered', () => {
    const [half] = said(6, {});
    const [silent, told] = [said(7, 'deadline-exceeded')[0], said(7, {})[1]];
    const cells = cellsOf(
      ...said(3, {}),
      ...said(1, {}),
      ...said(2, 'no-endpoint'),
      ...said(8, 'deadline-exceeded'),
      ...said(4, 'upstream-unavailable'),
      ...[half, silent, told].flatMap((cell) => cell ?? []),
    );
    const groups = groupChains([1, 2, 3, 4, 5, 6, 7, 8].map(chain), cells);
    expect(ids(groups.answered)).toEqual([3, 1, 7]);
    expect(ids(groups.noResponse.map((each) => each.chain))).toEqual([8, 4]);
    expect(ids(groups.reported)).toEqual([3, 1, 8, 4, 7]);
    expect(ids(groups.withoutEndpoint)).toEqual([2]);
    expect(ids(groups.pending)).toEqual([5, 6]);
  });
});

describe('versionStatus', () => {
  it('lists the chains where the account is deployed, at risk or unknown, with reasons', () => {
    const cells = cellsOf(
      ...said(1, { currentOwner: OWNER }, true),
      ...said(2, { factory: 'absent', factoryAgrees: null }),
      ...said(3, { factory: 'absent', factoryAgrees: null, entryPoint: 'absent' }),
      ...said(4, { factory: 'unknown', factoryAgrees: null }),
      ...said(5, { balance: null }),
      ...said(6, 'deadline-exceeded'),
      ...said(7, { currentOwner: `0x${'1'.repeat(40)}` }, true),
    );
    const status = versionStatus('2.0.0', [1, 2, 3, 4, 5, 6, 7, 8].map(chain), cells, OWNER);
    expect(ids(status.deployedOn)).toEqual([1, 7]);
    expect(status.hazards.map(({ why, chains }) => [why, ids(chains)])).toEqual([
      ['no factory', [2, 3]],
      ['no entry point', [3]],
      ['its owner is another', [7]],
    ]);
    expect(ids(status.unsure)).toEqual([4, 6]);
    expect(ids(status.fine)).toEqual([1, 5]);
  });
});

describe('factoryCheck', () => {
  it('checks the account factories only on live chains', () => {
    const chains = [1, 2, 3, 31337].map(chain);
    const sample = said(31337, {});
    const silent = said(1, { factoryAgrees: null });
    expect(factoryCheck('2.0.0', chains, cellsOf(...sample, ...silent))).toEqual({
      confirmedBy: [],
      contradictedBy: [],
    });
    const cells = cellsOf(...sample, ...said(2, {}), ...said(3, { factoryAgrees: false }));
    const { confirmedBy, contradictedBy } = factoryCheck('2.0.0', chains, cells);
    expect([ids(confirmedBy), ids(contradictedBy)]).toEqual([[2], [3]]);
  });
});
