import { UpstreamUnavailableError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';

/**
 * Matches the code of an externally owned account that delegates to a contract (EIP-7702). Such an account is not a
 * contract.
 */
const DELEGATION = /^0xef01/i;

/** Checks whether an `eth_getCode` result is the code of a contract. Returns undefined if the result is malformed. */
export function isContractCode(answer: unknown): boolean | undefined {
  if (typeof answer !== 'string' || answer.length % 2 === 1 || !/^0x[0-9a-f]*$/i.test(answer))
    return undefined;
  return answer.length > 2 && !DELEGATION.test(answer);
}

/**
 * Determines from an `eth_getCode` result whether an account is deployed.
 * @throws UpstreamUnavailableError `upstream-malformed` for a malformed result, which must not count as "not deployed"
 */
export function isDeployedCode(answer: unknown): boolean {
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
export function nodeRefused(error: Error): UpstreamUnavailableError {
  return new UpstreamUnavailableError('upstream-refused', "The chain's node refused the call", {}, error);
}
