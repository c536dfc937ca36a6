import type { RequestScope } from '@/lib/promises/request-scope';
import { decodeMint } from '@/lib/solana/accounts/mint';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-account';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { decodeNameOwner, nameAccounts, readRecordV1, readRecordV2 } from '@/lib/solana/address/name-service';
import { NAME_SERVICE_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { dataOf, type RawAccount, readValue, unreadable } from './account-reader';
import { readAccounts } from './account-reads';

/**
 * Resolves a `.sol` name to a wallet: from a verified SOL record, otherwise to the holder of the wrapped name's NFT,
 * otherwise to the registry's owner. Returns null if the name is not registered.
 * @throws InvalidInputError, UpstreamUnavailableError
 */
export async function resolveSolName(
  transport: Transport,
  name: string,
  scope: RequestScope,
): Promise<SolanaAddress | null> {
  const { registry, recordV1, recordV2, nftMint } = nameAccounts(name);
  const context = { transport, scope, minContextSlot: undefined, onSlot: () => undefined };
  try {
    const keys = [registry, recordV1, recordV2, nftMint];
    const [registered, first, second, mint] = await readAccounts(keys, keys.length, context);
    const registryData = dataOf(registered, NAME_SERVICE_PROGRAM);
    const owner = registryData && decodeNameOwner(registryData);
    if (owner === undefined) return null;
    const mintData = dataOf(mint, TOKEN_PROGRAM);
    const wrapped = mintData !== undefined && decodeMint(mintData)?.supply === 1n;
    const holder = wrapped ? await holderOf(transport, nftMint, scope) : undefined;

    const secondData = dataOf(second, NAME_SERVICE_PROGRAM);
    const firstData = dataOf(first, NAME_SERVICE_PROGRAM);
    return (
      (secondData && readRecordV2(secondData, [owner, holder])) ??
      (firstData && readRecordV1(firstData, recordV1, owner)) ??
      holder ??
      owner
    );
  } catch (thrown) {
    throw unreadable(thrown);
  }
}

/** Finds the holder of the only unit of a mint. */
async function holderOf(
  transport: Transport,
  mint: SolanaAddress,
  scope: RequestScope,
): Promise<SolanaAddress | undefined> {
  const { value: rows } = readValue(
    await transport('getTokenLargestAccounts', [mint, { commitment: 'confirmed' }], scope),
  );
  const held = (Array.isArray(rows) ? rows : []).find((row: { amount?: unknown }) => row?.amount === '1') as
    | { address?: unknown }
    | undefined;
  if (typeof held?.address !== 'string') return undefined;
  const [account] = await readAccounts([held.address], 1, {
    transport,
    scope,
    minContextSlot: undefined,
    onSlot: () => undefined,
  });
  const data = dataOf(account as RawAccount | null, TOKEN_PROGRAM);
  return data && decodeTokenAccount(data)?.owner;
}
