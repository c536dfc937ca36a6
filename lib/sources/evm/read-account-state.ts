import { UpstreamUnavailableError } from '@/lib/errors';
import type { AccountPlace, AccountState, Presence, UnknownReason } from '@/lib/evm/account-state';
import { checksumAddress } from '@/lib/evm/address';
import type { RequestScope } from '@/lib/promises/request-scope';
import type {
  BatchCall,
  BatchingTransport,
  Transport,
  UpstreamOutcome,
} from '@/lib/sources/transport/transport-type';
import { isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';

/**
 * Matches the code of an externally owned account that delegates to a contract (EIP-7702). Such an account is not a
 * contract.
 */
const DELEGATION = /^0xef01/i;

/** Checks whether an `eth_getCode` result is the code of a contract. Returns undefined if the result is malformed. */
function isContractCode(answer: unknown): boolean | undefined {
  if (typeof answer !== 'string' || answer.length % 2 === 1 || !/^0x[0-9a-f]*$/i.test(answer))
    return undefined;
  return answer.length > 2 && !DELEGATION.test(answer);
}

/**
 * Determines from an `eth_getCode` result whether an account is deployed.
 * @throws UpstreamUnavailableError `upstream-malformed` for a malformed result, which must not count as "not deployed"
 */
function isDeployedCode(answer: unknown): boolean {
  const deployed = isContractCode(answer);
  if (deployed !== undefined) return deployed;
  throw new UpstreamUnavailableError('upstream-malformed', "The chain's node did not return contract code");
}

/**
 * Reads from the chain whether an account is deployed.
 * @throws UpstreamUnavailableError
 */
export async function readIsDeployed(
  transport: Transport,
  address: string,
  scope: RequestScope,
): Promise<boolean> {
  let code: unknown;
  try {
    code = await transport('eth_getCode', [address, 'latest'], scope);
  } catch (thrown) {
    throw isUpstreamCallError(thrown) ? nodeRefused(thrown) : thrown;
  }
  return isDeployedCode(code);
}

/** Wraps a node's error in one with a generic message, because the node's message may name an upstream. */
function nodeRefused(error: Error): UpstreamUnavailableError {
  return new UpstreamUnavailableError('upstream-refused', "The chain's node refused the call", {}, error);
}

/** Selector of a factory's `getAddress(address,uint256)`. */
const GET_ADDRESS = '0x8cb84e18';
/** Selector of an account's `owner()`. */
const OWNER = '0x8da5cb5b';

/** A value, or the reason why the value is unknown. */
type Reported<T> = { value: T; reason?: undefined } | { value: null; reason: UnknownReason };

/**
 * Reads the state of an account with a batch of six calls.
 * @throws UpstreamUnavailableError if it could not be determined whether the account is deployed
 */
export async function readAccountState(
  transport: BatchingTransport,
  place: AccountPlace,
  scope: RequestScope,
): Promise<AccountState> {
  const outcomes = await transport.batch(callsAbout(place), scope);
  const isDeployed = deployment(outcomes[0]);
  const factory = reported(outcomes[1], presenceOf);
  const entryPoint = reported(outcomes[2], presenceOf);
  const balance = reported(outcomes[3], weiOf);
  const address = factory.value === 'absent' ? unknown('no-factory') : reported(outcomes[4], addressOf);
  const owner = reported(outcomes[5], addressOf);
  const facts = {
    factory,
    entryPoint,
    factoryAgrees: address,
    balance,
    ...(isDeployed && { currentOwner: owner }),
  };
  return {
    isDeployed,
    factory: factory.value ?? 'unknown',
    entryPoint: entryPoint.value ?? 'unknown',
    factoryAgrees: address.value === null ? null : address.value === place.smartAccountAddress,
    balance: balance.value,
    currentOwner: isDeployed ? owner.value : null,
    reasons: Object.fromEntries(
      Object.entries(facts).flatMap(([name, { reason }]) => (reason === undefined ? [] : [[name, reason]])),
    ),
  };
}

function callsAbout(place: AccountPlace): BatchCall[] {
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

function deployment(outcome: UpstreamOutcome | undefined): boolean {
  if (outcome === undefined || !('error' in outcome)) return isDeployedCode(outcome?.result);
  throw isUpstreamCallError(outcome.error) ? nodeRefused(outcome.error) : outcome.error;
}

const unknown = (reason: UnknownReason) => ({ value: null, reason });

/**
 * Reads the value from a call's outcome.
 * @param read converts the call's result
 */
function reported<T>(
  outcome: UpstreamOutcome | undefined,
  read: (result: unknown) => Reported<T>,
): Reported<T> {
  if (outcome === undefined || 'result' in outcome) return read(outcome?.result);
  const { error } = outcome;
  if (!isUpstreamCallError(error)) return unknown('no-answer');
  // Geth's error code for a revert is 3. Nodes with another code include the data that the contract reverted with.
  return unknown(error.code === 3 || error.hasRevertData ? 'reverted' : 'refused');
}

function presenceOf(code: unknown): Reported<Presence> {
  const present = isContractCode(code);
  return present === undefined ? unknown('malformed') : { value: present ? 'present' : 'absent' };
}

/** Reads a quantity of up to 256 bits as a decimal string. */
function weiOf(quantity: unknown): Reported<string> {
  const isQuantity = typeof quantity === 'string' && /^0x[0-9a-f]{1,64}$/i.test(quantity);
  return isQuantity ? { value: BigInt(quantity).toString() } : unknown('malformed');
}

/** Reads an address returned by a contract: a 32-byte word whose last 20 bytes are the address. */
function addressOf(returned: unknown): Reported<string> {
  if (typeof returned !== 'string' || returned.length % 2 === 1 || !/^0x[0-9a-f]*$/i.test(returned))
    return unknown('malformed');
  if (!/^0x0{24}[0-9a-f]{40}$/i.test(returned)) return unknown('not-an-address');
  return { value: checksumAddress(returned.slice(26).toLowerCase()) };
}
