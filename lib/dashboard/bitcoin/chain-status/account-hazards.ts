import type { AccountCell, AccountFacts } from '@/lib/services/bitcoin/get-accounts-on-all-chains';

/**
 * Lists why money sent to an account on a chain may be lost; empty if no problem is known. A deployed account no longer
 * needs its factory. Unknown facts are not hazards.
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

/** Lists what is not known about an account on a chain. */
export function accountUnknowns(isDeployed: boolean, facts: AccountFacts): string[] {
  const unknowns: string[] = [];
  if (isDeployed && facts.currentOwner === null) unknowns.push('owner');
  if (facts.factory === 'unknown') unknowns.push('factory');
  if (facts.factoryAgrees === null && facts.factory !== 'absent') unknowns.push('the factory’s word');
  if (facts.entryPoint === 'unknown') unknowns.push('entry point');
  if (facts.balance === null) unknowns.push('balance');
  return unknowns;
}

/** The error's reason, and how long the chain had to respond if it timed out. */
type NoResponse = Pick<Extract<AccountCell, { state: 'unknown' }>, 'reason' | 'waitedMs'>;

/** Describes why a chain has not responded. */
export function noResponseMessage({ reason, waitedMs }: NoResponse): string {
  if (reason === 'no-endpoint') return 'no endpoint set';
  if (waitedMs !== undefined) return `no answer in ${waitedMs / 1000} s`;
  return reason === 'upstream-unavailable' ? 'no usable answer' : reason.replaceAll('-', ' ');
}
