import 'server-only';
import { deriveAccounts } from '@/lib/btc-account/derive-account';
import { UnsupportedChainError } from '@/lib/errors';
import { routeAddress } from '@/lib/server/routes/route-handlers';
import type { Service } from '@/lib/server/service';
import { pairingOf } from '@/lib/services/bitcoin/pairing-of';

/**
 * Records a key with its accounts of all versions on one chain, like the RPC method, but without querying the chain.
 * Omits an address that does not belong to the key.
 * @param publicKey compressed, lower-case hex
 * @throws LimitError `too-many-new-keys`
 * @throws UnsupportedChainError
 * @throws UpstreamUnavailableError (`store-unavailable`)
 */
export async function recordKey(
  service: Service,
  headers: Headers,
  publicKey: string,
  btcAddress: string | undefined,
  chainId: number,
): Promise<void> {
  const { btcAccounts, evm } = service.portsOfVisitor(routeAddress(service, headers));
  if (!evm.chainIds.includes(chainId)) throw new UnsupportedChainError(chainId, evm.chainIds);
  await btcAccounts.record(
    deriveAccounts(publicKey, chainId).map((account) => pairingOf(account, btcAddress)),
    AbortSignal.timeout(service.env.requestDeadlineMs),
  );
}
