import type { Page } from '@playwright/test';
import { KEY } from './published-key';

/** EVM address of the published key, which owns its accounts. */
export const OWNER = '0x5b3Cc11bBCB5191dC10C39A6D261D42341d982f2';
export const ACCOUNT_1 = '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc';
export const ACCOUNT_2 = '0x55d89c7D9366B9384Bb0C95dc58489c6Ca3896aa';
/** Timestamp of every cell. */
export const AT = '2026-01-02T03:04:05.678Z';
export const FACTS = {
  factory: 'present',
  entryPoint: 'present',
  factoryAgrees: true,
  balance: '0',
  currentOwner: null,
};
/** State of a chain that timed out. */
export const NO_RESPONSE = { state: 'unknown', reason: 'deadline-exceeded', message: 'Late', waitedMs: 4000 };

type Said = { state: string };
/**
 * Creates a chain's state for one account.
 * @param over facts that differ from those of an account without problems
 */
export const known = (over: object = {}, state = 'not-deployed') => ({ state, facts: { ...FACTS, ...over } });

/**
 * Creates the stream of cells.
 * @param said each chain's states for versions 1.0.0 and 2.0.0
 */
export function lines(said: Record<number, [Said, Said]>): string {
  const cells = Object.entries(said).flatMap(([chainId, both]) =>
    both.map((what, i) => ({
      chainId: Number(chainId),
      version: ['1.0.0', '2.0.0'][i],
      smartAccountAddress: [ACCOUNT_1, ACCOUNT_2][i],
      at: AT,
      ...what,
    })),
  );
  return [...cells, { done: true }].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Replaces the server's stream of cells for the page of `KEY` with a stream of the states in `said`. */
export const answer = (page: Page, said: Record<number, [Said, Said]>): Promise<unknown> =>
  page.route(`**/api/accounts/${KEY}`, (route) =>
    route.fulfill({ contentType: 'application/x-ndjson', body: lines(said) }),
  );
