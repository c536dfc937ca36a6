import { UpstreamUnavailableError } from '@/lib/errors';
import { decodeMint } from '@/lib/solana/accounts/mint';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import type { ReadAccount, ReadContext } from './account-reader';
import { readAccounts } from './account-reads';
import { metaplexOf } from './mint-metadata';
import type { MintRead } from './mint-reads';

/** Stores the decoded account of a mint in `read`, if the expected program owns the account. */
export function takeMint(read: MintRead, account: ReadAccount | undefined): void {
  if (typeof account !== 'object' || account?.owner !== read.programId) return;
  read.mint = decodeMint(account.data);
  if (read.programId === TOKEN_2022_PROGRAM) read.data = account.data;
}

/** Reads the accounts of mints; rejects if any of them cannot be read. */
export const readMints = (mints: readonly MintRead[], context: ReadContext): Promise<ReadAccount[]> =>
  readAccounts(
    mints.map(({ address }) => address),
    mints.length,
    context,
  );

/** Checks whether suspiciously many accounts are missing: at least ten, and more than a tenth (contract §3). */
const areMany = (missing: number, all: number) => missing >= 10 && missing > all / 10;

const anotherFirst =
  (transport: Transport): Transport =>
  (method, params, scope, options) =>
    transport(method, params, scope, { ...options, anotherFirst: true });

/** Returns a context that tries another endpoint first and ignores known and prefetched accounts. */
const withAnotherEndpoint = ({
  transport,
  onRead: _counted,
  known: _believed,
  prefetched: _too,
  ...context
}: ReadContext) => ({
  ...context,
  transport: anotherFirst(transport),
});

/**
 * Reads missing metadata of mints with 0 decimals once more if much of it is missing, because such NFTs would be listed
 * as tokens. Tries another endpoint first, and uses the second result. A few missing accounts are not read again.
 */
export async function readMetadataAgain(all: readonly MintRead[], context: ReadContext): Promise<void> {
  const without = all.filter(
    ({ metaplex, metadataAddress, programId, mint, decimals }) =>
      metaplex === 'none' &&
      metadataAddress !== undefined &&
      programId === TOKEN_PROGRAM &&
      (mint?.decimals ?? decimals) === 0,
  );
  if (!areMany(without.length, all.length)) return;
  const addresses = without.flatMap(({ metadataAddress }) => metadataAddress ?? []);
  const accounts = await readAccounts(addresses, 0, withAnotherEndpoint(context));
  for (const [index, read] of without.entries()) {
    const metaplex = metaplexOf(read.address, accounts[index] ?? null);
    if (metaplex !== 'unread') read.metaplex = metaplex;
  }
}

/**
 * Reads missing mints of held tokens once more at the same slot or later, trying another endpoint first (contract §3).
 * @throws UpstreamUnavailableError `upstream-incomplete` if many are still missing
 */
export async function readMintsAgain(
  requested: readonly MintRead[],
  mints: number,
  context: ReadContext,
): Promise<void> {
  const again = requested.filter(({ mint }) => mint === undefined);
  if (again.length === 0) return;
  const accounts = await readMints(again, withAnotherEndpoint(context));
  let still = 0;
  for (const [index, read] of again.entries()) {
    takeMint(read, accounts[index]);
    if (read.mint === undefined) still += 1;
  }
  if (areMany(still, mints))
    throw new UpstreamUnavailableError(
      'upstream-incomplete',
      `The upstream has no account for ${still} of ${mints} mints that the owner holds`,
      { missing: still, mints },
    );
}
