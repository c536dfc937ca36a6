import { UpstreamUnavailableError } from '@/lib/errors';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import type { OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { CLOCK_ADDRESS, TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import type { KnownAccounts } from './account-reader';
import type { OnChainHoldings } from './on-chain-holdings';

/** Thrown if a read of holdings fails after part of it has succeeded. RPC methods handle it like its base class. */
export class PartialResultError extends UpstreamUnavailableError {
  constructor(
    failure: UpstreamUnavailableError,
    /** The items read before the failure. */
    readonly part: OnChainHoldings,
    /** Number of items that were not read. */
    readonly missing: number,
  ) {
    super(failure.reason, failure.message, failure.data, failure.cause);
  }
}

/** Returns the accounts whose mint and metadata, and clock for Token-2022, have been read. */
export async function completeAccounts(
  known: KnownAccounts,
  accounts: readonly OwnedTokenAccount[],
): Promise<OwnedTokenAccount[]> {
  return accounts.filter(({ programId, account: { mint } }) => {
    const metadata = metadataAddressOf(mint);
    return (
      // A mint known to be missing does not count: it must be read once more.
      known.get(mint)?.account != null &&
      (metadata === undefined || known.has(metadata)) &&
      (programId !== TOKEN_2022_PROGRAM || known.has(CLOCK_ADDRESS))
    );
  });
}

/** Offline transport: every call rejects. */
export const offlineTransport: Transport = () => Promise.reject(new Error('offline'));
