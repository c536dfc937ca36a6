import 'server-only';
import { scopeOf } from '@/lib/promises/request-scope';
import type { Service } from '@/lib/server/service';
import { type AccountCell, getAccountsOnAllChains } from '@/lib/services/bitcoin/get-accounts-on-all-chains';

/** Time in ms that the chains have to respond. The page can check them again after they have timed out. */
const FIRST_CHECK_MS = 3_500;
/** Time in ms that they have if they are checked again. */
const LATER_CHECK_MS = 10_000;

/** Streams the accounts of a key on all supported chains as they arrive, followed by a `done` line. */
export const accountCells = ({ ports }: Service, publicKey: string, isAgain: boolean) =>
  async function* cells(gone: AbortSignal): AsyncGenerator<AccountCell | { done: true }, void, undefined> {
    const timeoutMs = isAgain ? LATER_CHECK_MS : FIRST_CHECK_MS;
    yield* getAccountsOnAllChains(ports, publicKey, scopeOf(gone), timeoutMs);
    yield { done: true };
  };
