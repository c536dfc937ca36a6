import 'server-only';
import { headers } from 'next/headers';
import { recordedAddressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import type { BtcAccountRow } from '@/lib/btc-account/btc-account-store';
import { type DerivedAccount, deriveAccounts } from '@/lib/btc-account/derive-account';
import { InvalidInputError, UnsupportedChainError } from '@/lib/errors';
import { toWireError } from '@/lib/rpc/errors';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import { routeAddress } from './route-face';
import type { Service } from './service';
import { getService } from './wiring';

/** What a page shows: the result, or in words why there is none. */
export type PageResult<T> =
  | { ok: true; value: T }
  | { ok: false; reason: string; message: string; retry: boolean };

/**
 * Does a look-up for a page, in process, under the visitor's limit and the call's deadline.
 * @param units work units that it costs
 */
async function lookUp<T>(
  units: number,
  work: (service: Service, signal: AbortSignal, deadlineAt: number) => Promise<T>,
): Promise<PageResult<T>> {
  try {
    const service = await getService();
    await service.visitorLimiter(routeAddress(service, await headers()), units);
    const ms = service.env.requestDeadlineMs;
    return { ok: true, value: await work(service, AbortSignal.timeout(ms), Date.now() + ms) };
  } catch (thrown) {
    const { error, wire } = toWireError(thrown);
    if (error === 'internalError') (await getService()).log.error({ err: thrown }, 'a page’s look-up failed');
    return {
      ok: false,
      reason: wire.data.reason,
      message: wire.message,
      retry: error === 'upstreamUnavailable' || error === 'limitExceeded' || error === 'unavailable',
    };
  }
}

/** The holdings of an account, or of the wallet that a `.sol` name leads to. */
export function holdingsForPage(
  addressOrName: string,
  chainId: number,
): Promise<PageResult<{ address: string; holdings: ExtendedHoldings }>> {
  return lookUp(10, async ({ context }, signal, deadlineAt) => {
    const address = addressOrName.toLowerCase().endsWith('.sol')
      ? await resolveName(context, addressOrName, chainId, signal)
      : addressOrName;
    const holdings = await context.solana.getHoldings(chainId, address, {
      parseMetadataUri: true,
      tolerateDasFailure: true,
      signal,
      deadlineAt,
    });
    return { address, holdings };
  });
}

async function resolveName(
  context: Service['context'],
  name: string,
  chainId: number,
  signal: AbortSignal,
): Promise<string> {
  const address = await context.solana.resolveName(chainId, name, signal);
  if (address === null)
    throw new InvalidInputError('name-not-found', `${name} is not registered on this chain`);
  return address;
}

/** One account of a key; `isDeployed` is null when the chain could not be asked, and `why` says so in words. */
type AccountOnPage = { account: DerivedAccount; isDeployed: boolean | null; why: string | undefined };

export type BitcoinPageData =
  | { kind: 'key'; publicKey: string; accounts: AccountOnPage[] }
  | { kind: 'records'; query: string; records: BtcAccountRow[] };

/**
 * What belongs to a Bitcoin key, to a Bitcoin address, or to a smart account. A key's look-up is recorded, as the
 * method's is; without a chain's answer the address is shown all the same, and nothing is recorded.
 */
export function bitcoinForPage(found: BitcoinInput, chainId: number): Promise<PageResult<BitcoinPageData>> {
  return lookUp(2, async ({ context }, signal) => {
    if (found.kind !== 'btc-key') {
      const query =
        found.kind === 'btc-address' ? { btcAddress: found.value } : { smartAccountAddress: found.value };
      return { kind: 'records', query: found.value, records: await context.btcAccounts.find(query) };
    }
    if (!context.evm.chainIds.includes(chainId))
      throw new UnsupportedChainError(chainId, context.evm.chainIds);
    const accounts = await Promise.all(
      deriveAccounts(found.value, chainId).map(async (account): Promise<AccountOnPage> => {
        try {
          return {
            account,
            isDeployed: await context.evm.isDeployed(chainId, account.smartAccountAddress, { signal }),
            why: undefined,
          };
        } catch (thrown) {
          return { account, isDeployed: null, why: toWireError(thrown).wire.message };
        }
      }),
    );
    const known = accounts.filter(({ isDeployed }) => isDeployed !== null);
    const btcAddresses = recordedAddressesOfKey(found.value);
    await context.btcAccounts.record(
      known.map(({ account: { version, smartAccountAddress } }) => ({
        publicKey: found.value,
        chainId,
        version,
        smartAccountAddress,
        btcAddresses,
      })),
    );
    return { kind: 'key', publicKey: found.value, accounts };
  });
}

/** What the search box recognised for the Bitcoin page. */
export type BitcoinInput = { kind: 'btc-key' | 'btc-address' | 'evm-address'; value: string };
