import { ACCOUNT_VERSION_NAMES, type AccountVersion } from '@/lib/btc-account/account-versions';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import type { EvmSource } from '@/lib/evm/evm-source';
import type { Ports } from '../ports';

/** One version of a key's account on one chain; `unknown` says why in a stable word and a sentence. */
export type AccountCell = { chainId: number; version: AccountVersion; smartAccountAddress: string } & (
  | { state: 'deployed' | 'not-deployed' }
  | { state: 'unknown'; reason: string; message: string }
);

/**
 * One key on all served chains, in both versions, each cell as soon as it is known and by itself: a chain that
 * does not answer spoils no other. Records nothing.
 * @param publicKey compressed, lower-case hex
 * @param signal ends the asking; cells still open come out `unknown`
 */
export async function* getAccountsOnAllChains(
  { evm }: Pick<Ports, 'evm'>,
  publicKey: string,
  signal: AbortSignal,
): AsyncGenerator<AccountCell, void, undefined> {
  const { smartAccountAddresses } = accountsOfKey(publicKey);
  const open = new Map<number, Promise<{ id: number; cell: AccountCell }>>();
  for (const chainId of evm.chainIds)
    for (const version of ACCOUNT_VERSION_NAMES) {
      const id = open.size;
      const cell = askCell(
        evm,
        { chainId, version, smartAccountAddress: smartAccountAddresses[version] },
        signal,
      );
      open.set(
        id,
        cell.then((value) => ({ id, cell: value })),
      );
    }
  while (open.size > 0) {
    const { id, cell } = await Promise.race(open.values());
    open.delete(id);
    yield cell;
  }
}

type Place = { chainId: number; version: AccountVersion; smartAccountAddress: string };

async function askCell(evm: EvmSource, place: Place, signal: AbortSignal): Promise<AccountCell> {
  try {
    const deployed = await evm.isDeployed(place.chainId, place.smartAccountAddress, signal);
    return { ...place, state: deployed ? 'deployed' : 'not-deployed' };
  } catch (thrown) {
    const { name, reason = 'unavailable', message } = thrown as Error & { reason?: string };
    if (name !== 'UpstreamUnavailableError') throw thrown;
    return { ...place, state: 'unknown', reason, message };
  }
}
