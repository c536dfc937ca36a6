import 'server-only';
import { linkedSignal } from '@/lib/promises/linked-signal';
import type { Service } from '@/lib/server/service';
import { type AccountCell, getAccountsOnAllChains } from '@/lib/services/bitcoin/get-accounts-on-all-chains';

/** Longest that the slowest chain is waited for. */
const ALL_CHAINS_MS = 20_000;

/** One key on all served chains, each cell as soon as it is known; ends with a line that says so. */
export async function* accountCells(
  service: Service,
  publicKey: string,
  gone: AbortSignal,
): AsyncGenerator<AccountCell | { done: true }, void, undefined> {
  const { signal, clear } = linkedSignal(gone, { timeoutMs: ALL_CHAINS_MS });
  try {
    yield* getAccountsOnAllChains(service.ports, publicKey, signal);
    yield { done: true };
  } finally {
    clear();
  }
}
