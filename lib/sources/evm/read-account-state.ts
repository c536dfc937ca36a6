import { keccakHex } from '@/lib/btc-account/keccak';
import type { AccountPlace, AccountState, Presence, UnknownReason } from '@/lib/evm/account-state';
import { checksumAddress } from '@/lib/evm/address';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { BatchingTransport, CallOutcome, RpcCall } from '@/lib/sources/transport/transport-type';
import { isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { isContractCode, isDeployedCode, nodeRefused } from './contract-code';

/** `getAddress(address,uint256)` of a factory. */
const GET_ADDRESS = '0x8cb84e18';
/** `owner()` of an account. */
const OWNER = '0x8da5cb5b';

/** What an answer tells, or why it tells nothing. */
type Told<T> = { value: T; reason: undefined } | { value: null; reason: UnknownReason };

/**
 * What a chain says of an account, by six calls at once.
 * @throws UpstreamUnavailableError when it is not known whether the account is deployed
 */
export async function readAccountState(
  transport: BatchingTransport,
  place: AccountPlace,
  scope: RequestScope,
): Promise<AccountState> {
  const [code, factory, entryPoint, balance, address, owner] = await transport.batch(
    callsAbout(place),
    scope,
  );
  return stateOf(place, deployment(code), {
    factory: presenceOf(factory),
    entryPoint: presenceOf(entryPoint),
    balance: weiOf(balance),
    address: addressOf(address),
    owner: addressOf(owner),
  });
}

function callsAbout(place: AccountPlace): RpcCall[] {
  const { smartAccountAddress, factoryAddress, entryPointAddress, owner, index } = place;
  const codeOf = (address: string) => ({ method: 'eth_getCode', params: [address, 'latest'] });
  const callOf = (to: string, data: string) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] });
  return [
    codeOf(smartAccountAddress),
    codeOf(factoryAddress),
    codeOf(entryPointAddress),
    { method: 'eth_getBalance', params: [smartAccountAddress, 'latest'] },
    callOf(factoryAddress, GET_ADDRESS + word(owner.slice(2).toLowerCase()) + word(index.toString(16))),
    callOf(smartAccountAddress, OWNER),
  ];
}

const word = (hex: string) => hex.padStart(64, '0');

function deployment(outcome: CallOutcome | undefined): boolean {
  if (outcome === undefined || !('error' in outcome)) return isDeployedCode(outcome?.result);
  throw isUpstreamCallError(outcome.error) ? nodeRefused(outcome.error) : outcome.error;
}

type Facts = {
  factory: Told<boolean>;
  entryPoint: Told<boolean>;
  balance: Told<string>;
  address: Told<string>;
  owner: Told<string>;
};

function stateOf(place: AccountPlace, isDeployed: boolean, facts: Facts): AccountState {
  const { factory, entryPoint, balance, owner } = facts;
  const address: Told<string> = factory.value === false ? unknown('no-factory') : facts.address;
  const reasons: AccountState['reasons'] = {};
  if (factory.reason !== undefined) reasons.factory = factory.reason;
  if (entryPoint.reason !== undefined) reasons.entryPoint = entryPoint.reason;
  if (address.reason !== undefined) reasons.factoryAgrees = address.reason;
  if (balance.reason !== undefined) reasons.balance = balance.reason;
  if (isDeployed && owner.reason !== undefined) reasons.currentOwner = owner.reason;
  return {
    isDeployed,
    factory: presence(factory),
    entryPoint: presence(entryPoint),
    factoryAgrees: address.value === null ? null : address.value === place.smartAccountAddress,
    balance: balance.value,
    currentOwner: isDeployed ? owner.value : null,
    reasons,
  };
}

const presence = ({ value }: Told<boolean>): Presence =>
  value === null ? 'unknown' : value ? 'present' : 'absent';

const unknown = (reason: UnknownReason) => ({ value: null, reason });
const told = <T>(value: T) => ({ value, reason: undefined });

function presenceOf(outcome: CallOutcome | undefined): Told<boolean> {
  const failure = failureOf(outcome);
  if (failure !== undefined) return unknown(failure);
  const present = isContractCode(resultOf(outcome));
  return present === undefined ? unknown('malformed') : told(present);
}

/** A quantity of up to 256 bits. */
function weiOf(outcome: CallOutcome | undefined): Told<string> {
  const failure = failureOf(outcome);
  if (failure !== undefined) return unknown(failure);
  const result = resultOf(outcome);
  const isQuantity = typeof result === 'string' && /^0x[0-9a-f]{1,64}$/i.test(result);
  return isQuantity ? told(BigInt(result).toString()) : unknown('malformed');
}

/** An address that a contract returned: one word, of which 20 bytes are used. */
function addressOf(outcome: CallOutcome | undefined): Told<string> {
  const failure = failureOf(outcome);
  if (failure !== undefined) return unknown(failure);
  const result = resultOf(outcome);
  if (typeof result !== 'string' || result.length % 2 === 1 || !/^0x[0-9a-f]*$/i.test(result))
    return unknown('malformed');
  if (!/^0x0{24}[0-9a-f]{40}$/i.test(result)) return unknown('not-an-address');
  return told(checksumAddress(result.slice(26).toLowerCase(), keccakHex));
}

const resultOf = (outcome: CallOutcome | undefined): unknown =>
  outcome !== undefined && 'result' in outcome ? outcome.result : undefined;

function failureOf(outcome: CallOutcome | undefined): UnknownReason | undefined {
  if (outcome === undefined || 'result' in outcome) return undefined;
  const { error } = outcome;
  if (!isUpstreamCallError(error)) return 'no-answer';
  // Nodes have no common code for a revert but all use the word; 3 is geth's.
  return error.code === 3 || /revert/i.test(error.message) ? 'reverted' : 'refused';
}
