import { keccakHex } from '@/lib/btc-account/keccak';
import type { AccountPlace, AccountState, Presence, UnknownReason } from '@/lib/evm/account-state';
import { checksumAddress } from '@/lib/evm/address';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { BatchedAnswer, BatchedCall, BatchingTransport } from '@/lib/sources/transport/transport-type';
import { isUpstreamCallError, mayPass } from '@/lib/sources/transport/upstream-errors';
import { askIsDeployed, isContractCode, isDeployedCode, nodeRefused } from './contract-code';

/** `getAddress(address,uint256)` of a factory. */
const GET_ADDRESS = '0x8cb84e18';
/** `owner()` of an account. */
const OWNER = '0x8da5cb5b';

/** What was said to a call; undefined when there is no usable answer. */
type Answer = BatchedAnswer | undefined;

/** What an answer tells, or why it tells nothing. */
type Told<T> = { value: T; reason: undefined } | { value: null; reason: UnknownReason };

/**
 * What a chain says of an account: a batch of six calls, and single calls for what a batch did not answer.
 * @throws UpstreamUnavailableError when it is not to be known whether the account is deployed
 */
export async function readAccountState(
  transport: BatchingTransport,
  place: AccountPlace,
  scope: RequestScope,
): Promise<AccountState> {
  const calls = callsAbout(place);
  const batched = await transport.batch?.(calls, scope);
  const isDeployed = await deployment(transport, place.smartAccountAddress, batched?.[0], scope);
  // Whoever is not deployed has nobody to ask for its owner.
  const asked = isDeployed ? calls : calls.slice(0, -1);
  const [, factory, entryPoint, balance, address, owner] = await Promise.all(
    asked.map((call, i) => (i === 0 ? undefined : settled(transport, call, batched?.[i], scope))),
  );
  return stateOf(place, isDeployed, {
    factory: presenceOf(factory),
    entryPoint: presenceOf(entryPoint),
    balance: weiOf(balance),
    address: addressOf(address),
    owner: addressOf(owner),
  });
}

/** The calls of a batch; the account's own code is the first, its owner the last. */
function callsAbout(place: AccountPlace): BatchedCall[] {
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

async function deployment(
  transport: BatchingTransport,
  address: string,
  answer: Answer,
  scope: RequestScope,
): Promise<boolean> {
  if (answer === undefined || ('error' in answer && mayPass(answer.error, 'eth_getCode')))
    return askIsDeployed(transport, address, scope);
  if ('error' in answer) throw nodeRefused(answer.error);
  return isDeployedCode(answer.result);
}

/** The answer of the batch where it is the last word, else of a single call. */
async function settled(
  transport: BatchingTransport,
  call: BatchedCall,
  answer: Answer,
  scope: RequestScope,
): Promise<Answer> {
  if (answer !== undefined && !('error' in answer && mayPass(answer.error, call.method))) return answer;
  try {
    return { result: await transport(call.method, call.params, scope) };
  } catch (thrown) {
    return isUpstreamCallError(thrown) ? { error: thrown } : undefined;
  }
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

function presenceOf(answer: Answer): Told<boolean> {
  const failure = failureOf(answer);
  if (failure !== undefined) return unknown(failure);
  const present = isContractCode(resultOf(answer));
  return present === undefined ? unknown('malformed') : told(present);
}

/** A quantity of up to 256 bits. */
function weiOf(answer: Answer): Told<string> {
  const failure = failureOf(answer);
  if (failure !== undefined) return unknown(failure);
  const result = resultOf(answer);
  const isQuantity = typeof result === 'string' && /^0x[0-9a-f]{1,64}$/i.test(result);
  return isQuantity ? told(BigInt(result).toString()) : unknown('malformed');
}

/** An address that a contract returned: one word, of which 20 bytes are used. */
function addressOf(answer: Answer): Told<string> {
  const failure = failureOf(answer);
  if (failure !== undefined) return unknown(failure);
  const result = resultOf(answer);
  if (typeof result !== 'string' || result.length % 2 === 1 || !/^0x[0-9a-f]*$/i.test(result))
    return unknown('malformed');
  if (!/^0x0{24}[0-9a-f]{40}$/i.test(result)) return unknown('not-an-address');
  return told(checksumAddress(result.slice(26).toLowerCase(), keccakHex));
}

const resultOf = (answer: Answer): unknown =>
  answer !== undefined && 'result' in answer ? answer.result : undefined;

function failureOf(answer: Answer): UnknownReason | undefined {
  if (answer === undefined) return 'no-answer';
  if (!('error' in answer)) return undefined;
  // Nodes have no common code for a revert but all use the word; 3 is geth's.
  const { code, message } = answer.error;
  return code === 3 || /revert/i.test(message) ? 'reverted' : 'refused';
}
