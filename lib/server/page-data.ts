import 'server-only';
import { recordedAddressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import type { BtcAccountRow } from '@/lib/btc-account/btc-account-store';
import { type DerivedAccount, deriveAccounts } from '@/lib/btc-account/derive-account';
import { UnsupportedChainError } from '@/lib/errors';
import { toWireError } from '@/lib/rpc/errors';
import { deadline } from './dashboard-deadline';
import { lookUp, type PageResult } from './page-visit';

/** One account of a key; `isDeployed` is null when the chain could not be asked, and `why` says so in words. */
export type AccountOnPage = { account: DerivedAccount; isDeployed: boolean | null; why: string | undefined };

export type BitcoinPageData =
  | { kind: 'key'; publicKey: string; accounts: AccountOnPage[]; chainIds: readonly number[] }
  | { kind: 'records'; query: string; records: BtcAccountRow[] };

/** What the search box recognised for the Bitcoin page. */
export type BitcoinInput = { kind: 'btc-key' | 'btc-address' | 'evm-address'; value: string };

/** A page waits this long for a chain, then shows the address with the state unknown. */
const CHAIN_MS = 2500;

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
    const { chainIds } = context.evm;
    if (!chainIds.includes(chainId)) throw new UnsupportedChainError(chainId, chainIds);
    const soon = deadline(signal, CHAIN_MS);
    const accounts = await Promise.all(
      deriveAccounts(found.value, chainId).map(async (account): Promise<AccountOnPage> => {
        try {
          const isDeployed = await context.evm.isDeployed(chainId, account.smartAccountAddress, {
            signal: soon.signal,
          });
          return { account, isDeployed, why: undefined };
        } catch (thrown) {
          return { account, isDeployed: null, why: toWireError(thrown).wire.message };
        }
      }),
    );
    soon.clear();
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
    return { kind: 'key', publicKey: found.value, accounts, chainIds };
  });
}
