import { UpstreamUnavailableError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';

/**
 * An owner's accounts of one token program, as the node gives them.
 * @throws UpstreamUnavailableError `token-accounts-refused` when the node says no, or what the transport throws
 */
export async function askProgram(
  { transport, owner, scope }: { transport: Transport; owner: SolanaAddress; scope: RequestScope },
  programId: string,
  config: object,
  anotherFirst: boolean,
): Promise<unknown> {
  try {
    return await transport('getTokenAccountsByOwner', [owner, { programId }, config], scope, anotherFirst);
  } catch (thrown) {
    if (!isUpstreamCallError(thrown)) throw thrown;
    // An old node knows no Token-2022: an empty list would be a guess.
    throw new UpstreamUnavailableError(
      'token-accounts-refused',
      programId === TOKEN_2022_PROGRAM
        ? 'The upstream does not list the Token-2022 accounts of this owner'
        : 'The upstream does not list the token accounts of this owner',
      { upstreamCode: thrown.code },
      thrown,
    );
  }
}
