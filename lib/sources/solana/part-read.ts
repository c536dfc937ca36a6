import { UpstreamUnavailableError } from '@/lib/errors';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import type { OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { CLOCK_ADDRESS, TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import type { KnownAccounts } from './account-reader';
import type { OnChainHoldings } from './on-chain-holdings';

/** A read of holdings that failed when part of them had been read. Told by its `part`: to the RPC it is its parent. */
export class PartlyReadError extends UpstreamUnavailableError {
  constructor(
    failure: UpstreamUnavailableError,
    /** What was read. */
    readonly part: OnChainHoldings,
    /** How many items were not. */
    readonly missing: number,
  ) {
    super(failure.reason, failure.message, failure.data, failure.cause);
  }
}

/** Those accounts of which mint and metadata are known. */
export async function readableFrom(
  known: KnownAccounts,
  accounts: readonly OwnedTokenAccount[],
): Promise<OwnedTokenAccount[]> {
  return accounts.filter(({ programId, account: { mint } }) => {
    const metadata = metadataAddressOf(mint);
    return (
      // A mint that is not there is asked for again before it is believed.
      known.get(mint)?.account != null &&
      (metadata === undefined || known.has(metadata)) &&
      (programId !== TOKEN_2022_PROGRAM || known.has(CLOCK_ADDRESS))
    );
  });
}

/** Nobody is asked any more: what is not known stays unread. */
export const askNobody: Transport = () => Promise.reject(new Error('nobody is asked'));
