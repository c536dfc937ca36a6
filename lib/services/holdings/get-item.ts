import { UpstreamUnavailableError } from '@/lib/errors';
import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedHoldings, Item } from '@/lib/solana/holdings';
import { HEALTH_POLL_MS, type UpstreamHealth } from '@/lib/solana/upstream-health';
import type { Ports } from '../ports';
import { resolveOwner } from './resolve-owner';

/** Maximum time to wait for an item's metadata document and edition, in ms. */
const DETAILS_MS = 5_000;
/** Maximum time to wait while the node has a problem, in ms. Not responding counts as a problem after 1.25 s. */
const TROUBLE_MS = 1_500;

type ItemOptions = {
  /** Called before the item is read from the chain; not called if a recent listing of the account has it. */
  beforeReading: () => Promise<void>;
  scope: RequestScope;
};

/**
 * Finds an item of an account by token account, asset id or mint, with its metadata document. Uses a recent listing of
 * the account if that has the item; otherwise reads only the item's mint. Returns undefined if the account does not hold the
 * item.
 * @throws InvalidInputError, UnsupportedChainError, UpstreamUnavailableError
 */
export async function getItem(
  { solana, holdingsStreams }: Pick<Ports, 'solana' | 'holdingsStreams'>,
  addressOrName: string,
  itemAddress: string,
  chainId: number,
  { beforeReading, scope }: ItemOptions,
): Promise<Item | undefined> {
  const owner = await unlessInTrouble(solana, chainId, scope, (until) =>
    resolveOwner({ solana }, addressOrName, chainId, until),
  );
  const known = holdingsStreams.known(chainId, owner)?.listing;
  if (known !== undefined) {
    const { holdings, tokenUris } = known;
    const found = findItem(holdings, itemAddress);
    if (found !== undefined)
      return solana.withDetails(chainId, found, { tokenUris, waitMs: DETAILS_MS, scope });
    // It may have arrived since then.
  }

  const address = SolanaAddress.safeParse(itemAddress);
  if (!address.success) return undefined;
  await beforeReading();
  return unlessInTrouble(solana, chainId, scope, async (until) => {
    const mint = await mintOf(solana, address.data, chainId, until);
    const holdings = await solana.getHoldings(chainId, owner, {
      parseMetadataUri: true,
      tolerateDasFailure: true,
      withEditions: true,
      selection: { mints: [mint] },
      scope: { ...until, deadlineAt: Math.min(until.deadlineAt, performance.now() + DETAILS_MS) },
    });
    const found = findItem(holdings, itemAddress);
    if (found === undefined && holdings.warnings.includes('das-unavailable'))
      throw new UpstreamUnavailableError(
        'das-unavailable',
        'The DAS endpoint is unavailable: the item may be an MPL Core or compressed NFT',
      );
    return found;
  });
}

/**
 * Runs `work` and aborts it once the node has had a problem for `TROUBLE_MS`: unlike an account's page, an item's page
 * cannot load its data later.
 * @throws UpstreamUnavailableError that describes the node's problem, or the error of `work`
 */
async function unlessInTrouble<T>(
  solana: Ports['solana'],
  chainId: number,
  scope: RequestScope,
  work: (scope: RequestScope) => Promise<T>,
): Promise<T> {
  const wait = childScope(scope);
  let since: number | undefined;
  let givenUp: UpstreamUnavailableError | undefined;
  const timer = setInterval(() => {
    const trouble = solana.trouble(chainId);
    since = trouble && (since ?? performance.now());
    if (trouble === undefined || since === undefined || performance.now() - since < TROUBLE_MS) return;
    givenUp = troubleError(trouble);
    clearInterval(timer);
    wait.abort(givenUp);
  }, HEALTH_POLL_MS);
  try {
    return await work(wait.scope);
  } catch (thrown) {
    throw givenUp ?? thrown;
  } finally {
    clearInterval(timer);
    wait.clear();
  }
}

const troubleError = ({ kind }: UpstreamHealth) =>
  new UpstreamUnavailableError(
    kind === 'limited' ? 'upstream-rate-limited' : 'upstream-unavailable',
    'The node of the chain has a problem',
    { trouble: kind },
  );

/** Returns the mint of a token account. Any other address is returned unchanged: it may be a mint or an asset id. */
async function mintOf(
  solana: Ports['solana'],
  address: SolanaAddress,
  chainId: number,
  scope: RequestScope,
): Promise<SolanaAddress> {
  const { account } = await solana.describeAccount(chainId, address, scope);
  return account.kind === 'token-account' ? account.account.mint : address;
}

function findItem(
  { nfts, tokens }: Pick<ExtendedHoldings, 'nfts' | 'tokens'>,
  wanted: string,
): Item | undefined {
  const nft = nfts.find(({ address }) => address === wanted) ?? nfts.find(({ mint }) => mint === wanted);
  if (nft !== undefined) return { kind: 'nft', item: nft };
  const token =
    tokens.find(({ address }) => address === wanted) ?? tokens.find(({ mint }) => mint === wanted);
  return token && { kind: 'token', item: token };
}
