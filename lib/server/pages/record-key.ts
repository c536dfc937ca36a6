import 'server-only';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import { scopeOf } from '@/lib/promises/request-scope';
import { routeAddress } from '@/lib/server/http/route-handlers';
import type { Service } from '@/lib/server/service';
import { getBtcAccounts } from '@/lib/services/bitcoin/get-btc-accounts';

/**
 * Records a key that was looked up on the dashboard, with its accounts of all versions on one chain, as the RPC
 * method does. An address that the key does not prove is omitted.
 * @param publicKey compressed, lower-case hex
 * @throws RpcError limitExceeded `too-many-new-keys`
 * @throws UpstreamUnavailableError, UnsupportedChainError as the method does
 */
export async function recordKey(
  service: Service,
  headers: Headers,
  publicKey: string,
  btcAddress: string | undefined,
  chainId: number,
): Promise<void> {
  const ports = service.portsOfVisitor(routeAddress(service, headers));
  const configs = ACCOUNT_VERSION_NAMES.map((version) => ({
    config: {
      name: 'BTC' as const,
      version,
      btcPublicKey: publicKey,
      ...(btcAddress === undefined ? {} : { btcAddress }),
    },
    path: '',
  }));
  const scope = scopeOf(AbortSignal.timeout(service.env.requestDeadlineMs));
  await getBtcAccounts(ports, configs, chainId, scope);
}
