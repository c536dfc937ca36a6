import { UpstreamUnavailableError } from '@/lib/errors';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import type { OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { CLOCK_ADDRESS, TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import type { KnownAccounts } from './account-reader';
import type { OnChainHoldings } from './on-chain-holdings';

/** A read of holdings that failed after part of it had succeeded. The RPC handles it as its parent class. */
export class PartialResultError extends UpstreamUnavailableError {
  constructor(
    failure: UpstreamUnavailableError,
    /** The items that were read. */
    readonly part: OnChainHoldings,
    /** Number of unread items. */
    readonly missing: number,
  ) {
    super(failure.reason, failure.message, failure.data, failure.cause);
  }
}

/** The accounts whose mint and metadata are known. */
export async function completeAccounts(
  known: KnownAccounts,
  accounts: readonly OwnedTokenAccount[],
): Promise<OwnedTokenAccount[]> {
  return accounts.filter(({ programId, account: { mint } }) => {
    const metadata = metadataAddressOf(mint);
    return (
      // A missing mint does not count, because it is read again first.
      known.get(mint)?.account != null &&
      (metadata === undefined || known.has(metadata)) &&
      (programId !== TOKEN_2022_PROGRAM || known.has(CLOCK_ADDRESS))
    );
  });
}

/** Offline transport: every call rejects. */
export const offlineTransport: Transport = () => Promise.reject(new Error('offline'));
