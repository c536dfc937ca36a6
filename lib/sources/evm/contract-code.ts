import { UpstreamUnavailableError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';

/** EIP-7702: an externally owned account that delegates has this for its code, and is no contract. */
const DELEGATION = /^0xef01/i;

/** Whether an `eth_getCode` answer is a contract's code; undefined when it is no code at all. */
export function isContractCode(answer: unknown): boolean | undefined {
  if (typeof answer !== 'string' || answer.length % 2 === 1 || !/^0x[0-9a-f]*$/i.test(answer))
    return undefined;
  return answer.length > 2 && !DELEGATION.test(answer);
}

/**
 * Whether an account is deployed, by an `eth_getCode` answer.
 * @throws UpstreamUnavailableError `upstream-malformed`: what is not code says nothing of the account, and must not be
 * taken for "not deployed"
 */
export function isDeployedCode(answer: unknown): boolean {
  const deployed = isContractCode(answer);
  if (deployed !== undefined) return deployed;
  throw new UpstreamUnavailableError(
    'upstream-malformed',
    "The chain's node answered with something else than code",
  );
}

/**
 * Whether an account is deployed, asked of the chain.
 * @throws UpstreamUnavailableError
 */
export async function askIsDeployed(
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

/** What a node's own error becomes where its answer is needed: its words may name an upstream. */
export function nodeRefused(error: Error): UpstreamUnavailableError {
  return new UpstreamUnavailableError('upstream-refused', "The chain's node refused to say", {}, error);
}
