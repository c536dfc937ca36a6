import type { AccountCell, AccountFacts } from '@/lib/services/bitcoin/get-accounts-on-all-chains';

/**
 * Why money sent to an account on a chain may be lost, in short words; empty when nothing is known to be wrong. A
 * deployed account needs no factory any more; what is unknown is no hazard.
 * @param owner the key's own EVM address, in EIP-55 form
 */
export function accountHazards(isDeployed: boolean, facts: AccountFacts, owner: string): string[] {
  const hazards: string[] = [];
  if (isDeployed && facts.currentOwner !== null && facts.currentOwner !== owner)
    hazards.push('its owner is another');
  if (facts.factoryAgrees === false) hazards.push('the factory gives another address');
  if (facts.factory === 'absent' && !isDeployed) hazards.push('no factory');
  if (facts.entryPoint === 'absent') hazards.push('no entry point');
  return hazards;
}

/** What is not known of an account on a chain, in short words. */
export function accountUnknowns(isDeployed: boolean, facts: AccountFacts): string[] {
  const unknowns: string[] = [];
  if (isDeployed && facts.currentOwner === null) unknowns.push('owner');
  if (facts.factory === 'unknown') unknowns.push('factory');
  if (facts.factoryAgrees === null && facts.factory !== 'absent') unknowns.push('the factory’s word');
  if (facts.entryPoint === 'unknown') unknowns.push('entry point');
  if (facts.balance === null) unknowns.push('balance');
  return unknowns;
}

/** The stable word of it, and how long the chain was waited for where its time was up. */
type Silence = Pick<Extract<AccountCell, { state: 'unknown' }>, 'reason' | 'waitedMs'>;

/** Why a chain has not answered, in short words. */
export function silenceWords({ reason, waitedMs }: Silence): string {
  if (reason === 'no-endpoint') return 'no endpoint set';
  if (waitedMs !== undefined) return `no answer in ${waitedMs / 1000} s`;
  return reason === 'upstream-unavailable' ? 'no usable answer' : reason.replaceAll('-', ' ');
}
