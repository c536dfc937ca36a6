import type { Item } from '@/lib/solana/assemble-holdings';
import type { ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import type { Ports } from '../ports';
import { resolveOwner } from './resolve-owner';

/**
 * One item of an account, by its token account or else by its mint, from what was read of the account lately or now;
 * without its document when that does not arrive in time. Undefined when the account holds no such item.
 * @param beforeReading called where the account has to be read; what it throws is thrown
 * @param signal ends the waiting
 * @throws InvalidInputError, UnsupportedChainError, UpstreamUnavailableError
 */
export async function getItem(
  { solana, pageReads }: Pick<Ports, 'solana' | 'pageReads'>,
  addressOrName: string,
  itemAddress: string,
  chainId: number,
  { beforeReading, signal }: { beforeReading: () => Promise<void>; signal: AbortSignal },
): Promise<Item | undefined> {
  const owner = await resolveOwner({ solana }, addressOrName, chainId, signal);
  if (!pageReads.has(chainId, owner)) await beforeReading();
  let found: Item | undefined;
  try {
    for await (const event of pageReads.latest(chainId, owner).follow(signal)) {
      if (event.type === 'holdings') {
        found = findItem(event.holdings, itemAddress);
        if (found === undefined) return undefined;
      } else if (event.type === 'documents' && found !== undefined) {
        const nfts = event.nfts.map(({ item }) => item);
        const tokens = event.tokens.map(({ item }) => item);
        const filled = findItem({ nfts, tokens }, found.item.address);
        if (filled !== undefined) return filled;
      } else if (event.type === 'done') return findItem(event.holdings, itemAddress);
    }
  } catch (thrown) {
    if (found === undefined || !signal.aborted) throw thrown;
  }
  return found;
}

function findItem(
  { nfts, tokens }: { nfts: readonly ExtendedNft[]; tokens: readonly ExtendedToken[] },
  wanted: string,
): Item | undefined {
  const nft = nfts.find(({ address }) => address === wanted) ?? nfts.find(({ mint }) => mint === wanted);
  if (nft !== undefined) return { kind: 'nft', item: nft };
  const token =
    tokens.find(({ address }) => address === wanted) ?? tokens.find(({ mint }) => mint === wanted);
  return token && { kind: 'token', item: token };
}
